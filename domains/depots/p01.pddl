; Two places with a pallet and a hoist each, one truck, three crates.
(define (problem depots-p01)
  (:domain depots)
  (:objects
    dock store - place
    cart - truck
    dock-hoist store-hoist - hoist
    dock-pallet store-pallet - pallet
    tea silk iron - crate)
  (:init
    (at cart store)
    (at dock-hoist dock) (ready dock-hoist)
    (at store-hoist store) (ready store-hoist)
    (at dock-pallet dock) (at store-pallet store)
    (at tea dock) (stacked tea dock-pallet)
    (at silk dock) (stacked silk tea) (bare silk)
    (at iron store) (stacked iron store-pallet) (bare iron))
  (:goal (and (stacked silk store-pallet) (stacked tea silk) (stacked iron dock-pallet))))
