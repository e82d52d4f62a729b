#!/bin/sh
# Writes the version that the policy asks of this very Mac to where Nudge looks for its configuration.
# Runs as root, from an MDM policy or a LaunchDaemon: Nudge itself runs as the user, who must not read the key.
# Without an answer the configuration stays as it is. See README.md.
json=${NUDGE_JSON:-/Library/Preferences/com.github.macadmins.Nudge.json}
configuration=$("${POINTRELEASE_SCRIPT:-/usr/local/bin/pointrelease.sh}" nudge) || exit 1
new=$(mktemp "$json.XXXXXX") || exit 1
trap 'rm -f "$new"' EXIT
printf '%s\n' "$configuration" >"$new" && chmod 644 "$new" && mv -f "$new" "$json"
