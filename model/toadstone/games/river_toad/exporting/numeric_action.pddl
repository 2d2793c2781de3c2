  (:action {action}-{event}
    :parameters (?t - turn ?a
      ?b ;? moves
      - cell)
    :precondition (and (= (turns-played) (turns-before ?t)) (at ?a) ({event} ?t {target})
      ({action} ?a ?b) ;? moves
      (>= (hp) {needed}) ;? needy
      (awake) ;? sleeps
      (<= (moves) {most}) ;? moves limited
    )
    :effect (and (increase (turns-played) 1)
      (not (at ?a)) (at ?b) ;? moves
      (increase (hp) {gained}) ;? gains
      (decrease (hp) {lost}) ;? loses
      (increase (moves) 1) ;? moves limited
      (increase (flies) 1) ;? eats
      (increase (total-cost) {price}) ;? costs
    ))
