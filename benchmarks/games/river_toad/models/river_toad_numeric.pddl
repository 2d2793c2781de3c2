; River Toad with numbers: HP and the turns played are fluents, a turn is one step.
;
; An action a distance and event: nothing comes, a fly is eaten, a fly is missed. The distance and
; the event could be parameters, but ENHSP grounds actions with two parameters more for minutes.

(define (domain river-toad)
  (:requirements :strips :typing :fluents)
  (:types turn cell)
  (:predicates
    (at ?c - cell) (apart-1 ?a ?b - cell) (apart-2 ?a ?b - cell)
    (quiet ?t - turn ?c - cell) (fed ?t - turn ?c - cell) (missed ?t - turn ?c - cell))
  (:functions
    (hp) (turns-played) (turns-before ?t - turn) (total-cost)
    (price-0-quiet) (price-0-fed) (price-0-missed)
    (price-1-quiet) (price-1-fed) (price-1-missed)
    (price-2-quiet) (price-2-fed) (price-2-missed))
  (:action go-0-quiet
    :parameters (?t - turn ?a - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a)
      (quiet ?t ?a))
    :effect (and (increase (turns-played) 1)
      (increase (total-cost) (price-0-quiet))))
  (:action go-0-fed
    :parameters (?t - turn ?a - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a)
      (fed ?t ?a))
    :effect (and (increase (turns-played) 1)
      (increase (hp) 5) (increase (total-cost) (price-0-fed))))
  (:action go-0-missed
    :parameters (?t - turn ?a - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a)
      (missed ?t ?a))
    :effect (and (increase (turns-played) 1)
      (increase (total-cost) (price-0-missed))))
  (:action go-1-quiet
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-1 ?a ?b)
      (quiet ?t ?b) (>= (hp) 2))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (decrease (hp) 1) (increase (total-cost) (price-1-quiet))))
  (:action go-1-fed
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-1 ?a ?b)
      (fed ?t ?b) (>= (hp) 1))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (increase (hp) 4) (increase (total-cost) (price-1-fed))))
  (:action go-1-missed
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-1 ?a ?b)
      (missed ?t ?b) (>= (hp) 2))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (decrease (hp) 1) (increase (total-cost) (price-1-missed))))
  (:action go-2-quiet
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-2 ?a ?b)
      (quiet ?t ?b) (>= (hp) 4))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (decrease (hp) 3) (increase (total-cost) (price-2-quiet))))
  (:action go-2-fed
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-2 ?a ?b)
      (fed ?t ?b) (>= (hp) 3))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (increase (hp) 2) (increase (total-cost) (price-2-fed))))
  (:action go-2-missed
    :parameters (?t - turn ?a ?b - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) (apart-2 ?a ?b)
      (missed ?t ?b) (>= (hp) 4))
    :effect (and (increase (turns-played) 1) (not (at ?a)) (at ?b)
      (decrease (hp) 3) (increase (total-cost) (price-2-missed)))))
