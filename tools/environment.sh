# Sourced by ./run and ./check: makes an environment of the project's own, once, from a hash-pinned lock.
#
#   prepare NAME LOCK      makes or refreshes $root/.venv/NAME from requirements/LOCK.lock and sets $python
#
# What it was made from is kept in it, written last: an environment without that stamp was interrupted and is
# made again. Which package index is asked is pip's own configuration, and nothing here.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# What the packages, and then the project's own entry, depend on. The root stands in both: nothing here can be moved.
packages_stamp() { printf '%s\n' "$root"; cat -- "$root/requirements/$1.lock"; }
project_stamp() { printf '%s\n' "$root"; cat -- "$root/pyproject.toml"; }

ready() { # NAME LOCK   is everything as the lock, pyproject.toml and the sources say?
    local home=$root/.venv/$1
    [ -x "$home/bin/python" ] && [ -f "$home/packages.stamp" ] && [ -f "$home/project.stamp" ] &&
        [ -f "$home/compiled.stamp" ] &&
        packages_stamp "$2" | cmp -s - "$home/packages.stamp" &&
        project_stamp | cmp -s - "$home/project.stamp" &&
        [ -z "$(find "$root/src" -name '*.py' -newer "$home/compiled.stamp" -print | head -n 1)" ]
}

# A name on the PATH may be a shim for a Python that is not there, or lack what Debian packages apart: so each is tried.
usable='import sys; sys.exit(sys.version_info < (3, 11))'
find_python() {
    local candidate old='' bare=''
    for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11 python; do
        "$candidate" -c '' >/dev/null 2>&1 || continue
        if ! "$candidate" -c "$usable" >/dev/null 2>&1; then
            old=$candidate
        elif ! "$candidate" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            bare=$candidate
        else
            printf '%s\n' "$candidate"
            return
        fi
    done
    if [ -n "$bare" ]; then
        say "$bare has no venv module; install it (on Debian and Ubuntu the package python3-venv)."
    elif [ -n "$old" ]; then
        say "Python 3.11 or newer is needed; $old is $("$old" -V 2>&1). Install a newer one, or set PYTHON to its path."
    else
        say "Python 3.11 or newer is needed, and none was found. Install it, or set PYTHON to its path."
    fi
    return 1
}

install() { # HOME ARGUMENTS...   pip, silent unless it fails
    local home=$1
    shift
    # The build backend looks for its own program on the PATH.
    if ! PATH=$home/bin:$PATH "$home/bin/python" -m pip install --quiet --disable-pip-version-check --no-input \
        --no-deps "$@" >"$home/pip.log" 2>&1 </dev/null; then
        cat -- "$home/pip.log" >&2
        say "setting up failed, as told above${hint:-}. The next start tries again."
        return 1
    fi
}

one_at_a_time() { # NAME   waits for another start that is setting up; frees itself when this process ends
    if command -v flock >/dev/null; then
        exec 9>"$root/.venv/$1.lock"
        flock -n 9 || { say "waiting for another start that is setting up"; flock 9; }
        return
    fi
    local busy=$root/.venv/$1.busy told=''
    until mkdir -- "$busy" 2>/dev/null; do
        # Its holder may have been killed: then nobody will ever take it away.
        if [ -f "$busy/pid" ] && ! kill -0 "$(cat -- "$busy/pid")" 2>/dev/null; then
            rm -rf -- "$busy"
            continue
        fi
        [ -n "$told" ] || say "waiting for another start that is setting up (or remove $busy)"
        told=yes
        sleep 0.3
    done
    printf '%s\n' "$$" >"$busy/pid"
}

next_please() { # NAME
    if command -v flock >/dev/null; then exec 9>&-; else rm -rf -- "$root/.venv/$1.busy"; fi
}

make() { # NAME LOCK   each step that fails ends it, and leaves no stamp behind
    local home=$root/.venv/$1 base
    if ! [ -x "$home/bin/python" ] || ! packages_stamp "$2" | cmp -s - "$home/packages.stamp"; then
        base=$(find_python) || return
        say "setting up, once: Python packages into .venv/$1 (about half a minute)"
        rm -rf -- "$home" || return
        "$base" -m venv -- "$home" >&2 </dev/null || return
        hint="; is a package index reachable, and pip set up for it?" install "$home" --no-compile --require-hashes --requirement "$root/requirements/$2.lock" || return
        # Told not to write bytecode, Python would compile everything anew at each start; pip would do it on one core.
        "$home/bin/python" -m compileall -q -j 0 "$home/lib" >/dev/null 2>&1 </dev/null
        packages_stamp "$2" >"$home/packages.stamp" || return
    fi
    if ! project_stamp | cmp -s - "$home/project.stamp"; then
        install "$home" --no-build-isolation --editable "$root" || return
        project_stamp >"$home/project.stamp" || return
    fi
    touch -- "$home/compiled.new" || return # before, so that a file saved meanwhile counts as newer
    "$home/bin/python" -m compileall -q -j 0 "$root/src" >/dev/null </dev/null
    mv -- "$home/compiled.new" "$home/compiled.stamp"
}

prepare() { # NAME LOCK
    python=$root/.venv/$1/bin/python
    if ready "$1" "$2"; then return; fi
    if ! mkdir -p -- "$root/.venv" 2>/dev/null || ! [ -w "$root/.venv" ]; then
        say "cannot write to $root/.venv, where the environment belongs"
        return 1
    fi
    one_at_a_time "$1" || return
    local outcome=0
    ready "$1" "$2" || make "$1" "$2" || outcome=$?
    next_please "$1"
    return "$outcome"
}
