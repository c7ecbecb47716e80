"""Damage to the bundled tasks that their checkers must see: atoms to take away, atoms to add, part of the complaint.

Every entry leaves an atom for each thing somewhere, so that only the law that it is about can object.
"""

from __future__ import annotations

from collections.abc import Mapping

Damage = tuple[str, str, str]

DAMAGES: Mapping[str, tuple[Damage, ...]] = {
    "barman": (
        ("(hand-empty left)", "(holds left mixer)", "vessel mixer has 2"),
        ("(empty flute) (clean flute)", "(contains flute gin) (used flute tonic)", "what it was not used for"),
        ("(filled mixer none)", "(filled mixer two)", "is empty with [] at level 2"),
        ("(empty mixer) (clean mixer)", "(soiled mixer) (unshaken mixer) (contains mixer gin)", "is unshaken with"),
        (
            "(empty mixer) (clean mixer) (filled mixer none)",
            "(soiled mixer) (shaken mixer) (contains mixer gin) (filled mixer two)",
            "is shaken with",
        ),
    ),
    "blocks": (
        ("(crane-free)", "(crane-holds a)", "object a has 2"),
        ("(on-table c) (top a)", "(on c a)", "stands on itself"),
        ("(on d e) (on-table e)", "(on d c) (on-table e) (top e)", "object c has 2"),
    ),
    "briefcase": (("(loose key)", "(packed key case)", "at another place"),),
    "childsnack": (
        ("(hungry ada)", "(served ada)", "1 children have eaten 0 sandwiches"),
        ("(unmade s1)", "(in-kitchen s1)", "made from 0 portions of bread"),
        (
            "(unmade s1) (in-stock rye) (in-stock ham)",
            "(in-kitchen s1) (safe s1)",
            "1 safe sandwiches were made from 0 portions of gluten-free bread",
        ),
        ("(hungry cleo) (unmade s1) (in-stock rye) (in-stock ham)", "(served cleo)", "1 allergic children"),
    ),
    "depots": (
        ("(ready dock-hoist)", "(hangs silk dock-hoist)", "crate silk has 2"),
        ("(at silk dock)", "(at silk store)", "silk stands on tea and is at another place"),
        ("(stacked tea dock-pallet) (bare silk)", "(stacked tea silk) (bare dock-pallet)", "stands on itself"),
        ("(stacked silk tea) (bare iron)", "(stacked silk iron) (bare tea) (at silk store)", "crate silk has 2"),
        ("(at store-hoist store)", "(at store-hoist dock)", "of store-hoist is"),
    ),
    "driverlog": (
        ("(idle big)", "(steers mia big)", "driver mia has 2"),
        ("(at flour yard)", "(loaded flour big) (loaded flour small)", "goods flour has 2"),
        ("(at mia depot) (at tom shop) (idle big)", "(steers mia big) (steers tom big)", "truck big has 2"),
    ),
    "elevators": (
        ("(load lower-lift n0)", "(load lower-lift n1)", "has load n1 with 0 people"),
        ("(stands lower-lift f2)", "(stands lower-lift f4)", "where it does not stop"),
        (
            "(waits ann f1) (waits ben f3) (load express n0)",
            "(rides ann express) (rides ben express) (load express n2)",
            "which does not fit",
        ),
    ),
    "ferry": (
        ("(deck-free)", "(carries taxi)", "car taxi has 2"),
        ("(deck-free) (parked taxi south) (parked coupe north)", "(carries taxi) (carries coupe)", "there are 2"),
    ),
    "floortile": (
        ("(at theo t11)", "(at theo t20) (clear t11)", "tile t20 has 2"),
        ("(clear t00)", "(painted t00 black) (painted t00 white)", "tile t00 has 2"),
    ),
    "grid": (
        ("(robot r02)", "(robot r11)", "which is not open"),
        ("(open r00)", "(locked r00)", "without (lock-shape ? *)"),
        ("(arm-empty) (lies brass r20) (lies silver r11)", "(holding brass) (holding silver)", "there are 2"),
    ),
    "gripper": (
        ("(empty left)", "(holds left red)", "ball red has 2"),
        ("(empty left) (lies-in red kitchen)", "(holds left red) (lies-in left kitchen)", "left is no ball"),
        (
            "(empty left) (lies-in red kitchen) (lies-in green kitchen)",
            "(holds left red) (holds left green)",
            "hand left has 2",
        ),
    ),
    "hiking": (
        ("(packed igloo)", "", "tent igloo has 0"),
        ("(partners pair anna bert)", "(partners pair anna anna)", "static (partners pair anna anna) is new"),
        ("(hiked-to pair valley)", "(hiked-to pair valley) (hiked-to pair hut)", "couple pair has 2"),
    ),
    "logistics": (
        ("(at jumbo rome-airport)", "(at jumbo rome-office)", "is at no airport"),
        ("(at rome-truck rome-office)", "(at rome-truck oslo-office)", "city rome has no truck"),
        (
            "(at rome-truck rome-office) (at oslo-truck oslo-airport)",
            "(at rome-truck oslo-airport) (at oslo-truck rome-office)",
            "city of oslo-truck is rome",
        ),
    ),
    "miconic": (("", "(boarded uma) (served uma)", "passenger uma has 2"),),
    "nomystery": (
        ("(at wool ayr)", "(in wool van) (at wool bath)", "parcel wool has 2"),
        ("(tank van l9)", "", "truck van has 0"),
    ),
    "npuzzle": (("(at t4 c00)", "(at t4 c01)", "cell c01 has 2"),),
    "parking": (
        ("(parked fiat south)", "(parked fiat north) (vacant south)", "kerb north has 2"),
        ("(behind dacia citroen) (unblocked beetle)", "(behind dacia beetle) (unblocked citroen)", "not in the first"),
        ("(behind dacia citroen) (unblocked citroen)", "(behind dacia audi) (unblocked citroen)", "car audi has 2"),
    ),
    "rovers": (
        ("(bin-empty beagle)", "(bin-full beagle)", "without (has-analysis ? * *)"),
        ("(deposit soil gorge)", "(has-analysis beagle soil gorge)", "which it cannot"),
        ("", "(has-analysis beagle rock crater)", "was dug and is still there"),
        ("", "(has-picture husky comet colour)", "no camera"),
        ("", "(shown comet colour)", "nobody has a picture"),
        ("(deposit rock crater)", "(deposit rock dune)", "samples is"),
        ("(at base plain)", "(at base dune)", "of base is"),
    ),
    "satellite": (
        ("(power-left argus)", "(on lens) (on prism)", "not either power"),
        ("", "(on mirror)", "not either power"),
    ),
    "sokoban": (
        ("(at box1 s34)", "(at box1 s44) (clear s34)", "square s44 has 2"),
        ("(at box1 s34) (clear s12)", "(at box1 s12) (clear s34)", "does not count as stored"),
    ),
    "spanner": (
        ("(loose nut1)", "(tight nut1)", "0 spanners are worn by 1 nuts"),
        ("(loose nut1) (usable spanner1)", "(tight nut1)", "is worn and nobody has it"),
        (
            "(loose nut1) (usable spanner1) (at spanner1 orchard)",
            "(tight nut1) (carries bob spanner1)",
            "nobody has been there",
        ),
        ("(at nut1 gate)", "(at nut1 shed)", "of nut1 is"),
    ),
    "storage": (
        ("(inside anvil container)", "(inside anvil depot)", "not inside the building"),
        ("(at anvil c1) (inside anvil container) (free yard)", "(at anvil yard) (free c1)", "is in no building"),
        ("(idle crane)", "(hangs anvil crane)", "crate anvil has 2"),
    ),
    "termes": (
        ("(height c00 h0)", "(height c00 h1)", "blocks on the depot"),
        ("(unladen)", "(unladen) (carrying)", "there are 2"),
    ),
    "tpp": (
        ("(aboard rice cart none)", "(aboard rice cart one)", "amount of rice is 2"),
        (
            "(for-sale rice bazaar none) (for-sale rice fair one)",
            "(for-sale rice bazaar one) (for-sale rice fair none)",
            "more than 0 at first",
        ),
        ("(aboard rice van none)", "", "(aboard rice van ..) has 0 levels"),
    ),
    "transport": (
        ("(room van one)", "(room van two)", "capacity of van is 2"),
        ("(room van one)", "(room van none)", "which is no level"),
        ("(at crate harbour)", "(in crate van)", "capacity of van is 2"),
        ("(at crate harbour) (room van one)", "(in crate van) (room van none) (at crate inn)", "package crate has 2"),
    ),
    "trucks": (
        ("(at candles abbey)", "(in candles van front)", "not either free or taken"),
        ("(at candles abbey)", "(delivered candles abbey) (at candles brewery)", "parcel candles has 2"),
        ("(now h8)", "(now h8) (now h9)", "there are 2"),
    ),
    "visitall": (
        ("", "(seen c00)", "no trail leads there"),
        ("(here c12)", "(here c13)", "which was not seen"),
    ),
    "zenotravel": (
        ("(at ada cork)", "(seated ada kite) (at ada cork)", "traveller ada has 2"),
        ("(tank kite dry)", "(tank kite dry) (tank kite full)", "plane kite has 2"),
    ),
}

UNNATURAL: Mapping[str, tuple[Damage, ...]] = {
    "childsnack": (("(unmade s1) (in-stock rye) (in-stock ham)", "(in-kitchen s1)", "natural state"),),
    "grid": (("(locked r11)", "(open r11)", "does not agree"),),
    "hiking": (("(packed igloo)", "(pitched igloo)", "natural state"),),
    "miconic": (("", "(boarded uma)", "natural state"),),
    "nomystery": (("(tank van l9)", "(tank van l3)", "fuel of van is"),),
    "spanner": (("(at bob shed)", "(at bob gate)", "way ahead of bob"),),
    "termes": (("(unladen)", "(carrying)", "natural state"),),
    "tpp": (
        ("(for-sale rice fair one) (bought rice fair none)", "(for-sale rice fair none) (bought rice fair one)",
         "natural state"),
    ),
    "transport": (("(at crate harbour) (room van one)", "(in crate van) (room van none)", "natural state"),),
    "trucks": (("(now h8)", "(now h9)", "hours left is"),),
    "visitall": (("", "(seen c13)", "unseen c13"),),
}  # fmt: skip
"""What is legal, and yet nothing that an author would write."""
