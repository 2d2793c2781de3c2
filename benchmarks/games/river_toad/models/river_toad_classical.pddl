; River Toad without numbers: HP are objects, a turn is a step and its payment.
;
; `go` takes one step of some distance in a turn in which something happens in the cell gone to
; (nothing comes, a fly is eaten, a fly is missed). That changes HP by some amount, and `settle`
; moves HP along before the next step.

(define (domain river-toad)
  (:requirements :strips :typing :action-costs)
  (:types turn cell distance event amount level)
  (:predicates
    (now ?t - turn) (next ?t ?u - turn)
    (at ?c - cell) (apart ?a ?b - cell ?d - distance)
    (happens ?t - turn ?c - cell ?e - event)
    (changes ?d - distance ?e - event ?n - amount)
    (ready) (owes ?n - amount)
    (hp ?h - level) (shift ?n - amount ?h ?k - level))
  (:functions
    (total-cost) - number
    (price ?d - distance ?e - event) - number)
  (:action go
    :parameters (?t ?u - turn ?a ?b - cell ?d - distance ?e - event ?n - amount)
    :precondition (and (ready) (now ?t) (next ?t ?u) (at ?a) (apart ?a ?b ?d)
      (happens ?u ?b ?e) (changes ?d ?e ?n))
    :effect (and (not (now ?t)) (now ?u) (not (at ?a)) (at ?b) (not (ready)) (owes ?n)
      (increase (total-cost) (price ?d ?e))))
  (:action settle
    :parameters (?n - amount ?h ?k - level)
    :precondition (and (owes ?n) (hp ?h) (shift ?n ?h ?k))
    :effect (and (not (owes ?n)) (ready) (not (hp ?h)) (hp ?k))))
