#!/bin/sh
# Sets up what TallyBench needs: a virtual environment, its Python packages, and the environment in which samples run.
# Usage: scripts/setup.sh VENV [use|tests]
# With `use`, only the packages that an evaluation needs, not those of the tests.
# With `tests`, what some tests need too: Chromium (the site), mmdebstrap (other hosts). Without these they are skipped.
# With ARCHIVE=URL in the environment, that of a Debian archive, for a machine without apt.
# With LOCKED=1 in the environment, packages are those of requirements.lock, by their hashes, and nothing else: as in CI.
set -eu
venv=$1
purpose=${2:-}
extras='[dev]'
if [ "$purpose" = use ]; then extras='[hub]'; fi
stamp=$venv/.set-up

python=
for candidate in python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "setup: Python 3.11 or later is needed; as root: apt-get install -y python3 python3-venv" >&2
    exit 2
fi

if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "setup: installing python3-venv"
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
    else
        echo "setup: python3-venv is missing. Run this, then try again:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y python3-venv" >&2
        exit 2
    fi
fi

if [ "$purpose" = tests ]; then
    missing=
    command -v chromium >/dev/null 2>&1 || missing="$missing chromium"
    command -v mmdebstrap >/dev/null 2>&1 || missing="$missing mmdebstrap"
    if [ -z "$missing" ]; then
        :
    elif [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "setup: installing$missing"
        # shellcheck disable=SC2086 # one word a package
        if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing >/dev/null; }; then
            echo "setup: these cannot be installed here:$missing. The tests that need them will be skipped" >&2
        fi
    else
        echo "setup: without these the tests that need them are skipped:$missing. To run them too:" >&2
        echo "    sudo apt-get update && sudo apt-get install -y$missing" >&2
    fi
fi

environment() {
    "$venv/bin/tallybench" environment install ${ARCHIVE:+--archive "$ARCHIVE"}
}

# What was set up is noted last, so that a virtual environment that was cut off half-way is made again.
wanted="$extras $(cat pyproject.toml constraints.txt requirements.lock | cksum)"
case "$(cat "$stamp" 2>/dev/null)" in
    "$wanted" | "[dev] ${wanted#* }")
        environment
        exit 0
        ;;
esac
echo "setup: making $venv"
rm -rf "$venv"
"$python" -m venv "$venv"
if [ "${LOCKED:-}" = 1 ]; then
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
    # What builds the project is among them, so that nothing more is fetched.
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --no-deps --no-build-isolation -e .
else
    "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e ".$extras"
fi
environment
if [ "${LOCKED:-}" = 1 ]; then wanted="[dev] ${wanted#* }"; fi
echo "$wanted" >"$stamp"
