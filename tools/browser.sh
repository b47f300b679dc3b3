# Sourced by ./check: the browser tests need a Chromium, which no package index has.
#
#   browser      installs Debian's chromium if there is none and this is root on Debian; else says what is missing

browser() {
    local name try
    for name in chromium chromium-browser google-chrome google-chrome-stable; do
        if command -v "$name" >/dev/null; then return; fi
    done
    if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
        say "no Chromium found: the browser tests will be skipped, or fail where CI is set"
        return
    fi
    say "installing Debian's chromium, once, for the browser tests"
    for try in 1 2 3; do
        [ "$try" = 1 ] || sleep $((try * 5))
        if { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y --no-install-recommends \
            -o Dpkg::Use-Pty=0 chromium; } >"$root/.venv/browser.log" 2>&1 </dev/null; then
            return
        fi
    done
    tail -n 5 -- "$root/.venv/browser.log" >&2
    say "chromium could not be installed, as told above: the browser tests will be skipped, or fail where CI is set"
}
