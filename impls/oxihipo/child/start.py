"""Serves requests about HIPO files with oxihipo, until its input ends.

Run as start.py, calls.py and serve.py one after the other, with the folder of
packages and the most memory, in bytes, that the process may have.
"""

import resource
import sys

resource.setrlimit(resource.RLIMIT_AS, (int(sys.argv[2]),) * 2)
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.path.insert(0, sys.argv[1])
