"""Python's search for cycles is put off in a command."""

import subprocess
import sys

CODE = """
import gc
from tkg.kg.collector import for_a_command
before = gc.get_threshold()[0]
for_a_command()
import atexit
assert gc.get_threshold()[0] > before and gc.isenabled() and not gc.get_freeze_count()
atexit._run_exitfuncs()
print(gc.get_freeze_count() > 0)
"""


def test_a_command_looks_for_cycles_seldom_and_not_when_it_ends() -> None:
    done = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "True"
