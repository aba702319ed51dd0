"""python -m bench.suites"""

from bench.suites.compare import main

main()
