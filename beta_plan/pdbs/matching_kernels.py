"""Maximum-weight perfect matching in a complete graph: Edmonds' primal-dual algorithm in O(n^3) (Galil 1986).

Vertices are 1 .. n, blossoms n + 1 .. 2n, and 0 is nobody. Each vertex and each blossom has a dual; an edge is *tight*
where the duals of its ends add up to twice its weight. Trees of tight edges grow from the free vertices: their
nodes are outer or inner in turn. A tight edge between two trees augments the matching, one between outer nodes of a
tree makes a blossom, an inner blossom whose dual is zero falls apart, and where no edge is tight the duals change.
"""

# mypy: ignore-errors

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from beta_plan.jit import kernel
from beta_plan.sas.rows import Longs

OUTSIDE, OUTER, INNER = -1, 0, 1

# Columns of ``MatchingTables.node``, and what ``link`` says of two nodes.
DUAL, MATE, TOP, PARENT, KIND, NEAREST, SEEN, LENGTH = range(8)
END, CHILD, RING = range(3)

# Places in ``MatchingTables.sizes``: vertices, the last blossom in use, the ends of the queue, the round of a search
# for a common ancestor.
N, LAST, HEAD, TAIL, ROUND = range(5)
NUM_SIZES = 5

_FAR = np.int64(2**62)


class MatchingTables(NamedTuple):
    """``weight`` of the edges, from 1 to n, each above zero; the rest is scratch memory.

    Of a node there are its DUAL, its MATE and its PARENT (vertices), its KIND, the outer vertex NEAREST to it, the
    outermost blossom that it is in (TOP), and the LENGTH of its ring. ``link[END, a, b]`` is the vertex inside a at
    which the best edge from a to b begins, 0 where there is none; ``link[CHILD, b, v]`` the part of blossom b that
    vertex v is in; ``link[RING, b]`` are the parts of a blossom in their order around it, the base first.

    Few arrays, all of one type: every other one makes each kernel longer to compile.
    """

    sizes: Longs
    weight: Longs
    node: Longs
    link: Longs
    queue: Longs
    stack: Longs


def matching_tables(count: int) -> MatchingTables:
    """Return arrays for a graph of at most ``count`` vertices."""
    nodes = 2 * count + 2
    shapes = ((NUM_SIZES,), (count + 1, count + 1), (nodes, 8), (3, nodes, nodes), (nodes * nodes,), (4 * nodes,))
    return MatchingTables(*(np.zeros(shape, dtype=np.int64) for shape in shapes))


@kernel
def largest_matching(m, count):
    """Return the largest weight of a matching of all vertices 1 .. ``count``, an even number."""
    highest = np.int64(0)
    m.sizes[N], m.sizes[LAST], m.sizes[ROUND] = count, count, 0
    for u in range(1, 2 * count + 1):
        m.node[u, MATE], m.node[u, TOP], m.node[u, SEEN] = 0, u if u <= count else 0, 0
        for v in range(1, 2 * count + 1):
            m.link[CHILD, u, v] = u if u == v and u <= count else 0
            m.link[END, u, v] = u if u != v and u <= count and v <= count else 0
    for u in range(1, count + 1):
        for v in range(1, count + 1):
            if u != v:
                highest = max(highest, m.weight[u, v])
    for u in range(1, count + 1):
        m.node[u, DUAL] = highest
    while _grow_trees(m):
        pass
    total = np.int64(0)
    for u in range(1, count + 1):
        if m.node[u, MATE] < u:
            total += m.weight[u, m.node[u, MATE]]
    return total


@kernel
def _slack(m, a, b):
    """Return how far the best edge from a to b is from being tight."""
    u, v = m.link[END, a, b], m.link[END, b, a]
    return m.node[u, DUAL] + m.node[v, DUAL] - 2 * m.weight[u, v]


@kernel
def _offer(m, u, x):
    """Note that outer vertex u has an edge to node x, if it is the nearest so far."""
    if m.node[x, NEAREST] == 0 or _slack(m, u, x) < _slack(m, m.node[x, NEAREST], x):
        m.node[x, NEAREST] = u


@kernel
def _renew(m, x):
    """Find the nearest outer vertex of node x again."""
    m.node[x, NEAREST] = 0
    for u in range(1, m.sizes[N] + 1):
        if m.link[END, u, x] > 0 and m.node[u, TOP] != x and m.node[m.node[u, TOP], KIND] == OUTER:
            _offer(m, u, x)


@kernel
def _enqueue(m, x):
    """Let the vertices of an outer node look for edges."""
    for v in range(1, m.sizes[N] + 1):
        if m.link[CHILD, x, v] > 0:
            m.queue[m.sizes[TAIL]] = v
            m.sizes[TAIL] += 1


@kernel
def _put_into(m, x, b):
    """Make b the outermost blossom of the vertices of node x."""
    m.node[x, TOP] = b
    for v in range(1, m.sizes[N] + 1):
        if m.link[CHILD, x, v] > 0:
            m.node[v, TOP] = b


@kernel
def _turn(m, b, x):
    """Return the place of x in the ring of b, which is reversed if need be: the way to x from the base is even."""
    place = 0
    while m.link[RING, b, place] != x:
        place += 1
    if place % 2 == 0:
        return place
    low, high = 1, m.node[b, LENGTH] - 1
    while low < high:
        m.link[RING, b, low], m.link[RING, b, high] = m.link[RING, b, high], m.link[RING, b, low]
        low += 1
        high -= 1
    return m.node[b, LENGTH] - place


@kernel
def _match(m, a, b):
    """Match node a along its edge to b, and inside a blossom all parts along its ring."""
    depth = 2
    m.stack[0], m.stack[1] = a, b
    while depth > 0:
        depth -= 2
        x, y = m.stack[depth], m.stack[depth + 1]
        m.node[x, MATE] = m.link[END, y, x]
        if x <= m.sizes[N]:
            continue
        base = m.link[CHILD, x, m.link[END, x, y]]
        place = _turn(m, x, base)
        for i in range(place):
            m.stack[depth], m.stack[depth + 1] = m.link[RING, x, i], m.link[RING, x, i ^ 1]
            depth += 2
        m.stack[depth], m.stack[depth + 1] = base, y
        depth += 2
        length = m.node[x, LENGTH]
        for _ in range(place):  # the base comes first
            first = m.link[RING, x, 0]
            for i in range(length - 1):
                m.link[RING, x, i] = m.link[RING, x, i + 1]
            m.link[RING, x, length - 1] = first


@kernel
def _augment(m, a, b):
    """Match a with b, and the nodes on the way from a to its root with one another."""
    while True:
        before = m.node[m.node[a, MATE], TOP]
        _match(m, a, b)
        if before == 0:
            return
        above = m.node[m.node[before, PARENT], TOP]
        _match(m, before, above)
        a, b = above, before


@kernel
def _common(m, a, b):
    """Return the nearest common ancestor of two outer nodes, 0 if they are in different trees."""
    m.sizes[ROUND] += 1
    while a > 0 or b > 0:
        if a > 0:
            if m.node[a, SEEN] == m.sizes[ROUND]:
                return a
            m.node[a, SEEN] = m.sizes[ROUND]
            a = m.node[m.node[a, MATE], TOP]
            if a > 0:
                a = m.node[m.node[a, PARENT], TOP]
        a, b = b, a
    return 0


@kernel
def _walk_up(m, b, x, ancestor, count):
    """Add the nodes from x up to below ``ancestor`` to the ring of b; inner ones become outer."""
    while x != ancestor:
        y = m.node[m.node[x, MATE], TOP]
        m.link[RING, b, count], m.link[RING, b, count + 1] = x, y
        count += 2
        _enqueue(m, y)
        x = m.node[m.node[y, PARENT], TOP]
    return count


@kernel
def _blossom(m, u, ancestor, v):
    """Make one outer node of the circle that a tight edge between outer nodes u and v closes."""
    n = m.sizes[N]
    b = n + 1
    while b <= m.sizes[LAST] and m.node[b, TOP] > 0:
        b += 1
    m.sizes[LAST] = max(m.sizes[LAST], b)
    m.node[b, DUAL], m.node[b, KIND], m.node[b, MATE] = 0, OUTER, m.node[ancestor, MATE]
    m.link[RING, b, 0] = ancestor
    count = _walk_up(m, b, u, ancestor, np.int64(1))
    low, high = 1, count - 1
    while low < high:
        m.link[RING, b, low], m.link[RING, b, high] = m.link[RING, b, high], m.link[RING, b, low]
        low += 1
        high -= 1
    count = _walk_up(m, b, v, ancestor, count)
    m.node[b, LENGTH] = count
    for x in range(1, m.sizes[LAST] + 1):
        m.link[END, b, x] = m.link[END, x, b] = 0
        m.link[CHILD, b, x] = 0
    for i in range(count):
        part = m.link[RING, b, i]
        for x in range(1, m.sizes[LAST] + 1):
            if m.link[END, part, x] > 0 and (m.link[END, b, x] == 0 or _slack(m, part, x) < _slack(m, b, x)):
                m.link[END, b, x], m.link[END, x, b] = m.link[END, part, x], m.link[END, x, part]
        for w in range(1, n + 1):
            if m.link[CHILD, part, w] > 0:
                m.link[CHILD, b, w] = part
    for i in range(count):
        m.node[m.link[RING, b, i], TOP] = b
    _put_into(m, b, b)
    _renew(m, b)


@kernel
def _fall_apart(m, b):
    """Let the parts of an inner blossom without dual stand for themselves."""
    for i in range(m.node[b, LENGTH]):
        part = m.link[RING, b, i]
        _put_into(m, part, part)
    entry = m.link[CHILD, b, m.link[END, b, m.node[b, PARENT]]]
    place = _turn(m, b, entry)
    for i in range(0, place, 2):
        inner, outer = m.link[RING, b, i], m.link[RING, b, i + 1]
        m.node[inner, PARENT] = m.link[END, outer, inner]
        m.node[inner, KIND], m.node[outer, KIND] = INNER, OUTER
        m.node[inner, NEAREST] = 0
        _renew(m, outer)
        _enqueue(m, outer)
    m.node[entry, KIND], m.node[entry, PARENT] = INNER, m.node[b, PARENT]
    for i in range(place + 1, m.node[b, LENGTH]):
        m.node[m.link[RING, b, i], KIND] = OUTSIDE
        _renew(m, m.link[RING, b, i])
    m.node[b, TOP] = 0


@kernel
def _use(m, u, v):
    """Use a tight edge between vertices, from an outer node; say whether it augmented the matching."""
    a, b = m.node[u, TOP], m.node[v, TOP]
    if m.node[b, KIND] == OUTSIDE:
        other = m.node[m.node[b, MATE], TOP]
        m.node[b, PARENT], m.node[b, KIND], m.node[other, KIND] = u, INNER, OUTER
        m.node[b, NEAREST] = m.node[other, NEAREST] = 0
        _enqueue(m, other)
    elif m.node[b, KIND] == OUTER:
        ancestor = _common(m, a, b)
        if ancestor == 0:
            _augment(m, a, b)
            _augment(m, b, a)
            return True
        _blossom(m, a, ancestor, b)
    return False


@kernel
def _grow_trees(m):
    """Grow trees from all free vertices until one path augments the matching; say whether there was one."""
    m.sizes[HEAD] = m.sizes[TAIL] = 0
    for x in range(1, m.sizes[LAST] + 1):
        m.node[x, KIND], m.node[x, NEAREST] = OUTSIDE, 0
    for x in range(1, m.sizes[LAST] + 1):
        if m.node[x, TOP] == x and m.node[x, MATE] == 0:
            m.node[x, PARENT], m.node[x, KIND] = 0, OUTER
            _enqueue(m, x)
    if m.sizes[TAIL] == 0:
        return False
    while True:
        while m.sizes[HEAD] < m.sizes[TAIL]:
            u = m.queue[m.sizes[HEAD]]
            m.sizes[HEAD] += 1
            if m.node[m.node[u, TOP], KIND] != INNER and _look_around(m, u):
                return True
        _change_duals(m)
        m.sizes[HEAD] = m.sizes[TAIL] = 0
        for x in range(1, m.sizes[LAST] + 1):
            near = m.node[x, NEAREST]
            tight = m.node[x, TOP] == x and near > 0 and m.node[near, TOP] != x and _slack(m, near, x) == 0
            if tight and _use(m, m.link[END, near, x], m.link[END, x, near]):
                return True
        for b in range(m.sizes[N] + 1, m.sizes[LAST] + 1):
            if m.node[b, TOP] == b and m.node[b, KIND] == INNER and m.node[b, DUAL] == 0:
                _fall_apart(m, b)


@kernel
def _look_around(m, u):
    """Use the tight edges of an outer vertex, and offer the others; say whether one augmented the matching."""
    for v in range(1, m.sizes[N] + 1):
        if m.node[u, TOP] != m.node[v, TOP]:
            if _slack(m, u, v) == 0:
                if _use(m, u, v):
                    return True
            else:
                _offer(m, u, m.node[v, TOP])
    return False


@kernel
def _change_duals(m):
    """Lower the duals of outer nodes and raise those of inner ones, until some edge is tight or some blossom empty."""
    by = _FAR
    for x in range(1, m.sizes[LAST] + 1):
        if m.node[x, TOP] == x:
            if x > m.sizes[N] and m.node[x, KIND] == INNER:
                by = min(by, m.node[x, DUAL] // 2)
            if m.node[x, NEAREST] > 0 and m.node[x, KIND] == OUTSIDE:
                by = min(by, _slack(m, m.node[x, NEAREST], x))
            elif m.node[x, NEAREST] > 0 and m.node[x, KIND] == OUTER:
                by = min(by, _slack(m, m.node[x, NEAREST], x) // 2)
    for v in range(1, m.sizes[N] + 1):
        kind = m.node[m.node[v, TOP], KIND]
        if kind != OUTSIDE:
            m.node[v, DUAL] += by if kind == INNER else -by
    for b in range(m.sizes[N] + 1, m.sizes[LAST] + 1):
        if m.node[b, TOP] == b and m.node[b, KIND] != OUTSIDE:
            m.node[b, DUAL] += 2 * by if m.node[b, KIND] == OUTER else -2 * by
