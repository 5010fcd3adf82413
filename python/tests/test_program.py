"""The program in the wheel."""

import os
import signal
import subprocess
import sys
import time

import gleaner
import pytest
from conftest import article

CALLS = {"module": [sys.executable, "-m", "gleaner"], "script": [os.path.join(os.path.dirname(sys.executable), "gleaner")]}


@pytest.fixture(params=CALLS)
def call(request):
    return CALLS[request.param]


def run(call, *arguments, **options):
    return subprocess.run([*call, *arguments], capture_output=True, text=True, timeout=60, **options)


def test_it_is_the_program(call, tmp_path):
    (tmp_path / "page.html").write_text(article())
    assert run(call, "--version").stdout == f"gleaner {gleaner.__version__}\n"
    assert run(call, "text", tmp_path / "page.html").stdout == gleaner.extract(article()).text + "\n"


def test_exit_codes(call, tmp_path):
    missing = run(call, "text", tmp_path / "missing.html")
    assert missing.returncode == 1 and missing.stderr.startswith("gleaner: cannot read") and "Traceback" not in missing.stderr
    usage = run(call, "text", "--formt", "jsonl")
    assert usage.returncode == 2 and "--format" in usage.stderr


def test_usage_names_the_call(call):
    name = "python -m gleaner" if "-m" in call else "gleaner"
    assert f"Usage: {name} [OPTIONS] <COMMAND>" in run(call, "--help").stdout


def test_a_reader_that_hangs_up_is_no_failure(call, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(article())
    done = subprocess.run(f"{' '.join(call)} text {f'{page} ' * 500} | head -n 1; exit ${{PIPESTATUS[0]}}", shell=True, executable="/bin/bash", capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_ends_it_as_the_program_does(call, number):
    process = subprocess.Popen([*call, "text", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    process.send_signal(number)
    process.wait(timeout=20)
    stderr = process.stderr.read()
    assert process.returncode == 1, stderr
    assert "stopped after 0 pages" in stderr and "Traceback" not in stderr
