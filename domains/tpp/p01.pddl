; Two trucks bring home two units of salt, one from each market, and one of rice.
(define (problem tpp-p01)
  (:domain tpp)
  (:objects
    bazaar fair - market
    hall - depot
    cart van - truck
    rice salt - goods
    none one two - level)
  (:init
    (one-more none one) (one-more one two)
    (road hall bazaar) (road bazaar hall)
    (road bazaar fair) (road fair bazaar)
    (at cart hall) (at van hall)
    (for-sale rice bazaar none) (for-sale rice fair one)
    (for-sale salt bazaar one)  (for-sale salt fair one)
    (bought rice bazaar none) (bought rice fair none)
    (bought salt bazaar none) (bought salt fair none)
    (aboard rice cart none) (aboard salt cart none)
    (aboard rice van none)  (aboard salt van none)
    (stored rice hall none) (stored salt hall none))
  (:goal (and (stored rice hall one) (stored salt hall two))))
