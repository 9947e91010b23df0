"""Run by a measuring interpreter, outside the sandbox: says what it is and which files it needs, as JSON.

Arguments: the modules that the zygote is to import before any solution runs. Those this interpreter lacks are left out.
"""

import importlib
import json
import os
import platform
import sys
import sysconfig

# As in the sandbox, where OpenSSL is not: `hashlib` then takes the interpreter's own implementations.
sys.modules["_hashlib"] = sys.modules["_ssl"] = None
modules = []
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except ImportError:
        continue
    modules.append(name)

mapped = set()
with open("/proc/self/maps") as maps:
    for line in maps:
        path = line.split(maxsplit=5)[-1].strip()
        if path.startswith("/") and os.path.isfile(path):
            mapped.add(path)
sources = {getattr(module, "__file__", None) for module in list(sys.modules.values())}

json.dump(
    {
        "executable": os.path.realpath(sys.executable),
        "implementation": platform.python_implementation(),
        "version": platform.python_version(),
        "build": " ".join(platform.python_build()),
        "compiler": platform.python_compiler(),
        "libc": " ".join(platform.libc_ver()),
        "machine": platform.machine(),
        "prefix": sys.base_prefix,
        "stdlib": sysconfig.get_path("stdlib"),
        "extensions": sysconfig.get_config_var("DESTSHARED"),
        "modules": modules,
        "mapped": sorted(mapped),
        "sources": sorted(path for path in sources if path and path.endswith(".py") and path != __file__),
    },
    sys.stdout,
)
