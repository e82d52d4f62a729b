#!/bin/sh
# Jamf Pro extension attribute (data type: String). Needs pointrelease.sh and its settings on the Mac: README.md.
# For one fact instead of the sentence, put its name here: standing, support, exploited_missing, deadline, ...
fact=
script=${POINTRELEASE_SCRIPT:-/usr/local/bin/pointrelease.sh}
if [ -x "$script" ]; then
	exec "$script" jamf "$fact"
fi
echo '<result>error: pointrelease.sh is not installed</result>'
