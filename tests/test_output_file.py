"""A single file is written whole or not at all, and what is no file stays what it is."""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path

import pytest

from beta_plan.errors import CannotWrite
from beta_plan.output.file import check_file, write_file
from beta_plan.output.lock import locked


def test_a_file_is_replaced_and_nothing_is_left_beside_it(tmp_path):
    path = tmp_path / "table.csv"
    for content in (b"one", b"two"):
        check_file(path)
        write_file(path, content)
        assert path.read_bytes() == content
    assert os.listdir(tmp_path) == ["table.csv"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes with names")
def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    read = []
    reader = threading.Thread(target=lambda: read.append(path.read_bytes()))
    reader.start()
    check_file(path)
    write_file(path, b"through")
    reader.join(timeout=30)
    assert read == [b"through"]
    assert path.is_fifo()


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
def test_a_full_device_is_no_file_and_not_replaced(tmp_path):
    link = tmp_path / "full"
    link.symlink_to("/dev/full")
    with pytest.raises(CannotWrite, match="No space left"):
        write_file(link, b"x")
    assert link.is_symlink()


def test_a_link_stays_a_link_and_its_file_is_written(tmp_path):
    (tmp_path / "file").write_bytes(b"old")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    write_file(tmp_path / "link", b"new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "file").read_bytes() == b"new"


def test_a_file_that_is_read_is_not_replaced(tmp_path):
    (tmp_path / "levels.sok").write_bytes(b"levels")
    (tmp_path / "link").symlink_to(tmp_path / "levels.sok")
    for name in ("levels.sok", "link"):
        with pytest.raises(CannotWrite, match=r"is the file that is read \(choose another name\)"):
            check_file(tmp_path / name, reads=[tmp_path / "levels.sok"])
    check_file(tmp_path / "other.sok", reads=[tmp_path / "levels.sok", tmp_path / "gone.sok"])


def test_only_what_is_of_our_kind_is_replaced(tmp_path):
    for name, content in (("ours", b"<x><our mark>"), ("empty", b""), ("late", b"-" * 2000 + b"<our mark>")):
        (tmp_path / name).write_bytes(content)
    for name in ("ours", "empty", "new"):
        check_file(tmp_path / name, kind="page", begins=b"<our mark>")
    with pytest.raises(CannotWrite, match="is no page of beta-plan's"):
        check_file(tmp_path / "late", kind="page", begins=b"<our mark>")


def test_a_very_long_name_is_written_like_any_other(tmp_path):
    path = tmp_path / ("n" * 250)
    write_file(path, b"long")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [(path.name, b"long")]


def test_two_writers_of_a_file_never_mix(tmp_path):
    path = tmp_path / "file"
    contents = [bytes([letter]) * 200_000 for letter in b"abcd"]
    writers = [threading.Thread(target=write_file, args=(path, content)) for content in contents for _ in range(5)]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert not path.exists() or path.read_bytes() in contents
    assert path.read_bytes() in contents
    assert os.listdir(tmp_path) == ["file"]


@pytest.mark.skipif(sys.platform == "win32", reason="needs locks of Unix")
def test_a_directory_that_another_process_writes_all_the_time_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("beta_plan.output.lock.PATIENCE", 0.1)
    with locked(tmp_path), pytest.raises(CannotWrite, match="another run of beta-plan writes to it"):
        write_file(tmp_path / "file", b"x")
    write_file(tmp_path / "file", b"x")
