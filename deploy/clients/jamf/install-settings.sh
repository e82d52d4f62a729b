#!/bin/sh
# Jamf Pro policy script: writes the settings of pointrelease.sh where only root can read them.
#   parameter 4: license key                   parameter 5: address of the service
#   parameter 6: another address, or nothing   parameter 7: policy, or nothing to leave it as it is
# The policy is a name that the service knows (standard), terms (behind=1 grace_days=14), both, or "none".
# A service fills its own address in here; parameter 5 may then be left empty.
kit_url=''
umask 077
set -f
home=${POINTRELEASE_HOME:-/Library/Application Support/pointrelease}
terms='policy behind defer_days defer_major_days exclude grace_days exploited_grace_days'

fail() { printf '%s\n' "$1" >&2 && exit 1; }

# Removes the old file first, so that the new one gets the permissions of the mask.
write() {
	rm -f "$home/$1"
	printf '%s\n' "$2" >"$home/$1" || fail "$home/$1 cannot be written"
}

address=${5:-$kit_url}
if [ -z "${4:-}" ] || [ -z "$address" ]; then
	fail 'give the license key as parameter 4 and the address of the service as parameter 5'
fi
case $4 in
????-????-????-????) ;;
*) fail 'parameter 4 is not a license key of the form XXXX-XXXX-XXXX-XXXX: decode the base64 key of the mail first' ;;
esac
for word in ${7:-}; do
	case " $terms " in
	*" ${word%%=*} "*) ;;
	*) [ "${word%%=*}" = "$word" ] || fail "\"${word%%=*}\" is not a policy term: expected one of $terms" ;;
	esac
done

mkdir -p "$home" || fail "$home cannot be made"
write key "$4"
write address "$address${6:+ $6}"
# Written by versions before 0.4.0.
rm -f "$home/second-address"
if [ -n "${7:-}" ]; then for term in $terms; do rm -f "$home/$term"; done; fi
for word in ${7:-}; do
	case $word in
	none) ;;
	*=*) write "${word%%=*}" "${word#*=}" ;;
	*) write policy "$word" ;;
	esac
done
