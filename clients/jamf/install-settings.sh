#!/bin/sh
# Jamf Pro policy script: writes the settings of pointrelease.sh where only root can read them.
#   parameter 4: license key      parameter 5: address of the service
umask 077
home=${POINTRELEASE_HOME:-/Library/Application Support/pointrelease}
if [ -z "${4:-}" ] || [ -z "${5:-}" ]; then
	echo 'give the license key as parameter 4 and the address of the service as parameter 5' >&2
	exit 1
fi
mkdir -p "$home" && printf '%s\n' "$4" >"$home/key" && printf '%s\n' "$5" >"$home/address" || exit 1
chmod 600 "$home/key" "$home/address"
