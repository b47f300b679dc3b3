# Sourced by ./check: the browser tests need a Chromium, which no package index has.
#
#   browser      installs Debian's if there is none and this is root on Debian; else says what is missing
#
# The one without windows is half the work for the machine, so it is tried for, once, even where another is already;
# where it cannot be had, the other does.

browser() {
    local name there='' try
    if command -v chromium-headless-shell >/dev/null; then return; fi
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null; then there=$name; fi
    done
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        [ -n "$there" ] || say "no Chromium found: the browser tests will be skipped, or fail where CI is set"
        return
    fi
    if [ -n "$there" ] && [ -e "$root/.venv/browser.log" ]; then return; fi
    say "installing Debian's chromium without windows, once, for the browser tests"
    for try in 1 2 3; do
        [ "$try" = 1 ] || sleep $((try * 5))
        if {
            apt-get update -qq
            debian chromium-headless-shell || [ -n "$there" ] || debian chromium
        } >"$root/.venv/browser.log" 2>&1 </dev/null; then
            return
        fi
    done
    tail -n 5 -- "$root/.venv/browser.log" >&2
    say "chromium could not be installed, as told above: the browser tests will be skipped, or fail where CI is set"
}

debian() { # PACKAGE   install it, with no questions
    DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 "$1"
}
