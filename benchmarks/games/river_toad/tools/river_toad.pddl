; River Toad without numbers: HP are objects, a turn is a step and its payment.
(define (domain river-toad)
  (:requirements :strips :typing :action-costs)
  (:types turn cell move event payment level)
  (:predicates
    (now ?t - turn) (next ?t ?u - turn)
    (at ?c - cell) (leads ?m - move ?a ?b - cell)
    (happens ?t - turn ?c - cell ?e - event)
    (pays ?m - move ?e - event ?n - payment)
    (ready) (owes ?n - payment)
    (hp ?h - level) (shift ?n - payment ?h ?k - level))
  (:functions
    (total-cost) - number
    (price ?m - move ?e - event) - number)
  (:action go
    :parameters (?m - move ?t ?u - turn ?a ?b - cell ?e - event ?n - payment)
    :precondition (and (ready) (now ?t) (next ?t ?u) (at ?a) (leads ?m ?a ?b)
      (happens ?u ?b ?e) (pays ?m ?e ?n))
    :effect (and (not (now ?t)) (now ?u) (not (at ?a)) (at ?b) (not (ready)) (owes ?n)
      (increase (total-cost) (price ?m ?e))))
  (:action settle
    :parameters (?n - payment ?h ?k - level)
    :precondition (and (owes ?n) (hp ?h) (shift ?n ?h ?k))
    :effect (and (not (owes ?n)) (ready) (not (hp ?h)) (hp ?k)))
)
