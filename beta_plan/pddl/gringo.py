"""Ground a logic program with clingo's grounder in a child process, and read the model back as integers.

A child of its own keeps the grounder's memory out of ours and gives an exit code that can be checked:
a truncated model must never pass for a whole one.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import numpy as np

from beta_plan.errors import BetaPlanError, OutOfMemory
from beta_plan.sas.rows import Ints

# -I: the child sees no module of ours, for its directory is not on its path
_COMMAND = [sys.executable, "-I", str(Path(__file__).with_name("gringo_child.py"))]
_OPTIONS = ["--mode=gringo", "--text", "--warn=no-atom-undefined", "-"]
_TO_SPACE = bytes(c if c in b"0123456789" else ord(" ") for c in range(256))
_CHUNK = 1 << 20


def ground_program(program: str, *, max_bytes: int) -> Ints | None:
    """Return every number in the model of ``program``, in the order of its text.

    The program must be definite up to negated input facts, so that its model is a list of facts such as
    ``r17(3,4).``: here 17, 3, 4. None says that the text of the model is longer than ``max_bytes``.
    """
    with TemporaryFile() as text, TemporaryFile() as messages:
        text.write(program.encode())
        text.seek(0)
        with subprocess.Popen(_COMMAND + _OPTIONS, stdin=text, stdout=subprocess.PIPE, stderr=messages) as child:
            assert child.stdout is not None
            try:
                model = _read(child.stdout, max_bytes)
            except BaseException:
                child.kill()
                raise
            if model is None:
                child.kill()
                return None
        messages.seek(0)
        _check(child.returncode, messages.read().decode(errors="replace"))
    if b":-" in model:
        raise BetaPlanError("the grounder returned a rule where only facts can be")
    return np.fromstring(model.translate(_TO_SPACE), dtype=np.int32, sep=" ")


def _read(stream: IO[bytes], max_bytes: int) -> bytes | None:
    chunks, size = [], 0
    while chunk := stream.read(_CHUNK):
        chunks.append(chunk)
        size += len(chunk)
        if size > max_bytes:
            return None
    return b"".join(chunks)


def _check(returncode: int, messages: str) -> None:
    if returncode == 0:
        return
    if "bad_alloc" in messages or "MemoryError" in messages or returncode == -9:
        raise OutOfMemory("grounding needs more memory than there is (fewer objects, or a larger machine)")
    lines = messages.strip().splitlines()
    raise BetaPlanError(f"the grounder failed: {lines[-1] if lines else f'exit code {returncode}'}")
