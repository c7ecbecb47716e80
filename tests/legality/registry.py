"""The checker of every bundled domain."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tests.legality import boards, hands, missions, stacks, stores, vehicles
from tests.legality.laws import Checker

CHECKERS: Mapping[str, Checker] = MappingProxyType(
    {
        "barman": hands.BARMAN,
        "blocks": stacks.BLOCKS,
        "briefcase": vehicles.BRIEFCASE,
        "childsnack": stores.CHILDSNACK,
        "depots": stacks.DEPOTS,
        "driverlog": vehicles.DRIVERLOG,
        "elevators": vehicles.ELEVATORS,
        "ferry": vehicles.FERRY,
        "floortile": boards.FLOORTILE,
        "grid": hands.GRID,
        "gripper": hands.GRIPPER,
        "hiking": vehicles.HIKING,
        "logistics": vehicles.LOGISTICS,
        "miconic": vehicles.MICONIC,
        "nomystery": vehicles.NOMYSTERY,
        "npuzzle": boards.NPUZZLE,
        "parking": stacks.PARKING,
        "rovers": missions.ROVERS,
        "satellite": missions.SATELLITE,
        "sokoban": boards.SOKOBAN,
        "spanner": hands.SPANNER,
        "storage": boards.STORAGE,
        "termes": boards.TERMES,
        "tpp": stores.TPP,
        "transport": vehicles.TRANSPORT,
        "trucks": vehicles.TRUCKS,
        "visitall": boards.VISITALL,
        "zenotravel": vehicles.ZENOTRAVEL,
    }
)
