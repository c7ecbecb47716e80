; One shaker, two glasses, a cocktail of two ingredients.
(define (problem barman-p01)
  (:domain barman)
  (:objects
    left right - hand
    flute tumbler - glass
    mixer - shaker
    gin tonic - ingredient
    gin-tonic - cocktail
    gin-tap tonic-tap - dispenser
    none one two - level)
  (:init
    (dispenses gin-tap gin) (dispenses tonic-tap tonic)
    (recipe gin-tonic gin tonic)
    (one-more none one) (one-more one two) (lowest none)
    (hand-empty left) (hand-empty right)
    (on-bar flute) (empty flute) (clean flute)
    (on-bar tumbler) (empty tumbler) (clean tumbler)
    (on-bar mixer) (empty mixer) (clean mixer) (filled mixer none))
  (:goal (contains tumbler gin-tonic)))
