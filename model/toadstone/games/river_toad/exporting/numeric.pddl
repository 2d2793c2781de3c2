; River Toad with numbers: HP and the turns played are fluents, a turn is one step.
(define (domain river-toad)
  (:requirements :strips :typing :fluents)
  (:types turn cell
    level ;? begins
  )
  (:predicates
    (at ?c - cell) {ways}
    (quiet ?t - turn ?c - cell) (fed ?t - turn ?c - cell) (missed ?t - turn ?c - cell)
    (awake) ;? sleeps
    (asleep) ;? begins
    (ended) ;? stops
  )
  (:functions
    (hp) (turns-played) (turns-before ?t - turn) (total-cost)
    (moves) ;? limited
    (flies) ;? hungry
    (amount ?h - level) (start-price ?h - level) ;? begins
    (stop-price ?t - turn) ;? stops
  )
{actions}
  (:action begin ;? begins
    :parameters (?h - level) ;? begins
    :precondition (asleep) ;? begins
    :effect (and (not (asleep)) (awake) (assign (hp) (amount ?h)) ;? begins
      (increase (total-cost) (start-price ?h)))) ;? begins
  (:action finish ;? stops
    :parameters (?t - turn) ;? stops
    :precondition (and (awake) (= (turns-played) (turns-before ?t))) ;? stops
    :effect (and (not (awake)) (ended) (increase (total-cost) (stop-price ?t)))) ;? stops
)
