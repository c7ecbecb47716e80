; One couple, two cars, one tent and two stages.
(define (problem hiking-p01)
  (:domain hiking)
  (:objects
    valley hut summit - place
    anna bert - person
    coupe jeep - car
    igloo - tent
    pair - couple)
  (:init
    (trail valley hut) (trail hut summit)
    (partners pair anna bert)
    (at anna valley) (at bert valley) (hiked-to pair valley)
    (at coupe valley) (at jeep valley)
    (at igloo valley) (packed igloo))
  (:goal (hiked-to pair summit)))
