#!/bin/sh
# Intune custom attribute for macOS: prints one fact alone. Needs pointrelease.sh and its settings on the Mac: README.md.
# Intune gives no arguments, so the name of the fact is here: standing, support, exploited_missing, deadline, ...
fact=standing
exec "${POINTRELEASE_SCRIPT:-/usr/local/bin/pointrelease.sh}" raw "$fact"
