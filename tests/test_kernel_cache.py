"""Files of compiled kernels: what is not whole, or of something else, counts as absent."""

from __future__ import annotations

from random import Random

import pytest

from beta_plan.kernel_cache import SealedFiles

KEY, DATA = ("int32", "x86"), {"code": bytes(range(256))}


def flipped(content: bytes) -> bytes:
    place = Random(0).randrange(len(content))
    return content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :]


def test_what_is_saved_is_loaded_for_its_key_and_source_alone(tmp_path):
    files = SealedFiles(tmp_path, "kernel", "stamp")
    files.save(KEY, DATA)
    assert files.load(KEY) == DATA
    assert files.load(("int64", "x86")) is None
    assert SealedFiles(tmp_path, "kernel", "edited").load(KEY) is None
    assert [path.suffix for path in tmp_path.iterdir()] == [".nbc"]
    files.flush()
    assert files.load(KEY) is None


@pytest.mark.parametrize(
    "broken",
    [lambda content: b"", lambda content: content[:-1], lambda content: content[:20], lambda content: b"x", flipped],
    ids=["empty", "torn", "less than a seal", "garbage", "a flipped bit"],
)
def test_a_broken_file_is_none_and_can_be_saved_again(tmp_path, broken):
    files = SealedFiles(tmp_path, "kernel", "stamp")
    files.save(KEY, DATA)
    (path,) = tmp_path.iterdir()
    path.write_bytes(broken(path.read_bytes()))
    assert files.load(KEY) is None
    files.save(KEY, DATA)
    assert files.load(KEY) == DATA


def test_a_file_of_another_key_in_its_place_is_none(tmp_path):
    files = SealedFiles(tmp_path, "kernel", "stamp")
    files.save(KEY, DATA)
    (path,) = tmp_path.iterdir()
    files.save(("other",), "other")
    (other,) = set(tmp_path.iterdir()) - {path}
    other.replace(path)
    assert files.load(KEY) is None


def test_where_nothing_can_be_written_saving_says_so_and_leaves_nothing(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError, match="Not a directory"):
        SealedFiles(tmp_path / "file", "kernel", "stamp").save(KEY, DATA)
