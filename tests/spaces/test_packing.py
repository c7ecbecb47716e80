"""pack and unpack are a bijection, in as few bits as there are values."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from beta_plan.spaces.packing import WORD_BITS, packing
from beta_plan.spaces.protocol import pack, unpack
from beta_plan.spaces.sas import SasSpace, sas_tables
from tests.sas import examples

SIZES = st.lists(st.integers(1, 40) | st.sampled_from([2, 64, 65, 2**20, 2**31 - 1]), min_size=1, max_size=60)


@given(SIZES)
def test_each_variable_has_as_few_bits_as_possible_and_its_own(sizes):
    rows, num_words = packing(sizes)
    taken: set[tuple[int, int]] = set()
    for size, (word, shift, bits) in zip(sizes, rows.tolist(), strict=True):
        assert 2**bits >= size > 2 ** (bits - 1) or (bits, size) == (0, 1)
        assert shift + bits <= WORD_BITS
        own = {(word, bit) for bit in range(shift, shift + bits)}
        assert not own & taken
        taken |= own
    assert {word for word, _ in taken} | {0} == set(range(num_words))


@given(SIZES, st.data())
@settings(deadline=None)
def test_unpack_gives_back_what_was_packed(sizes, data):
    rows, num_words = packing(sizes)
    tables = sas_tables(examples.lights())._replace(packing=rows)
    state = np.array([data.draw(st.integers(0, size - 1)) for size in sizes], dtype=np.int32)
    words, again = np.full(num_words, 2**64 - 1, dtype=np.uint64), np.full(len(sizes), -1, dtype=np.int32)
    pack(tables, state, words)
    unpack(tables, words, again)
    assert again.tolist() == state.tolist()


def test_all_states_of_a_task_have_different_words():
    transport = examples.transport()
    space = SasSpace.of_task(transport)
    states = [tuple(map(int, index)) for index in np.ndindex(*(len(v.values) for v in transport.variables))]
    assert len({tuple(space.pack(s).tolist()) for s in states}) == len(states)
    assert all(space.unpack(space.pack(s)) == s for s in states[::7])


def test_full_words_are_used():
    assert packing([2] * 128)[1] == 2
    assert packing([2**20, 2**31 - 1, 2**13])[1] == 1  # 20 + 31 + 13 bits
