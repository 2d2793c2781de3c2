; River Toad without numbers: HP are objects, a turn is a step and its payment.
(define (domain river-toad)
  (:requirements :strips :typing :action-costs)
  (:types turn cell move event payment level
    count ;? counts
  )
  (:predicates
    (now ?t - turn) (next ?t ?u - turn)
    (at ?c - cell) (leads ?m - move ?a ?b - cell)
    (happens ?t - turn ?c - cell ?e - event)
    (pays ?m - move ?e - event ?n - payment)
    (ready) (owes ?n - payment)
    (moves ?i - count) (counts-move ?m - move ?i ?j - count) ;? moves
    (flies ?v - count) (counts-fly ?e - event ?v ?w - count) ;? flies
    (asleep) (may-begin ?h - level) ;? begins
    (ended) (may-end ?t - turn) (suffices ?h - level) ;? ends
    (hp ?h - level) (shift ?n - payment ?h ?k - level))
  (:functions
    (total-cost) - number
    (start-price ?h - level) - number ;? begins
    (stop-price ?t - turn) - number ;? ends
    (spent ?n - payment ?h - level) - number ;? clamped
    (price ?m - move ?e - event) - number)
  (:action go
    :parameters (?m - move ?t ?u - turn ?a ?b - cell ?e - event ?n - payment
      ?i ?j - count ;? moves
      ?v ?w - count ;? flies
    )
    :precondition (and (ready) (now ?t) (next ?t ?u) (at ?a) (leads ?m ?a ?b)
      (moves ?i) (counts-move ?m ?i ?j) ;? moves
      (flies ?v) (counts-fly ?e ?v ?w) ;? flies
      (happens ?u ?b ?e) (pays ?m ?e ?n))
    :effect (and (not (now ?t)) (now ?u) (not (at ?a)) (at ?b) (not (ready)) (owes ?n)
      (not (moves ?i)) (moves ?j) ;? moves
      (not (flies ?v)) (flies ?w) ;? flies
      (increase (total-cost) (price ?m ?e))))
  (:action settle
    :parameters (?n - payment ?h ?k - level)
    :precondition (and (owes ?n) (hp ?h) (shift ?n ?h ?k))
    :effect (and (not (owes ?n)) (ready) (not (hp ?h)) (hp ?k)
      (increase (total-cost) (spent ?n ?h)) ;? clamped
    ))
  (:action begin ;? begins
    :parameters (?h - level) ;? begins
    :precondition (and (asleep) (may-begin ?h)) ;? begins
    :effect (and (not (asleep)) (ready) (hp ?h) ;? begins
      (increase (total-cost) (start-price ?h)))) ;? begins
  (:action finish ;? ends
    :parameters (?t - turn ?h - level) ;? ends
    :precondition (and (ready) (now ?t) (may-end ?t) (hp ?h) (suffices ?h)) ;? ends
    :effect (and (not (ready)) (ended) (increase (total-cost) (stop-price ?t)))) ;? ends
)
