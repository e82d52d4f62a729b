#!/bin/sh
# Asks a pointrelease service about this Mac: is it current, what comes next, what should it run?
# Needs only what every Mac has: sh, curl, ioreg, sysctl, sw_vers. Runs under sh, bash 3.2, dash and zsh.
#
#   pointrelease.sh [plain]        every fact as name=value lines
#   pointrelease.sh jamf [NAME]    a Jamf extension attribute: a sentence, or the one fact NAME
#   pointrelease.sh munki          writes the facts into Munki's ConditionalItems.plist
#   pointrelease.sh nudge          prints a Nudge configuration that asks for the version of the policy
#   pointrelease.sh this-mac       prints BOARD:VERSION and asks nobody
#
# As the script of a Jamf policy: parameter 4 is the key, 5 the address, 6 the mode, 7 the NAME.
#
# Settings come from the environment, or from files of the folder POINTRELEASE_HOME:
#   POINTRELEASE_URL         address of the service; else the file "address"
#   POINTRELEASE_KEY         license key; else the file "key"
#   POINTRELEASE_AS_OF, POINTRELEASE_DEFER_DAYS, POINTRELEASE_BEHIND    the policy, as /advice takes it
#   POINTRELEASE_GRACE_DAYS  nudge: days from the release to the day it is required by (14)
#   POINTRELEASE_TIMEOUT     seconds for one try (10);  POINTRELEASE_TRIES  how many tries (3)
#   POINTRELEASE_CACHE       folder for the answers, kept for their ETag
#   POINTRELEASE_ITEM        BOARD:VERSION of another Mac to ask about

if [ -n "${ZSH_VERSION-}" ]; then emulate sh; fi
set -u
umask 077
LC_ALL=C
export LC_ALL

say() { printf 'pointrelease: %s\n' "$1" >&2; }

# Values of the device tree end in NUL, and some tools pad with blanks.
tidy() { tr -d '\000' | tr -d ' \t\r\n'; }

# The first value of a property that ioreg prints as  "board-id" = <"Mac-F42786C8">
property() { printf '%s\n' "$tree" | sed -n "s/.*\"$1\" *= *<*\"\([^\"]*\)\".*/\1/p" | head -n 1 | tidy; }

find_board() {
	board=$(sysctl -n hw.target 2>/dev/null | tidy)
	case $board in J[0-9]* | VMA2*) return ;; esac
	tree=$(ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null | tr -d '\000')
	board=$(property target-sub-type)
	case $board in J[0-9]* | VMA2*) return ;; esac
	# An Intel guest shows its host's idea of a board; before macOS 11 only the processor tells that it is one.
	features=$(sysctl -n machdep.cpu.features 2>/dev/null)
	case "$(sysctl -n kern.hv_vmm_present 2>/dev/null | tidy) $features " in
	1\ * | *\ VMM\ *) board=VMM-x86_64 && return ;;
	esac
	board=$(property board-id)
	# PowerPC has no board ID; the service knows most of those Macs by their model identifier too.
	[ -n "$board" ] || board=$(sysctl -n hw.model 2>/dev/null | tidy)
}

find_item() {
	item=${POINTRELEASE_ITEM-}
	if [ -z "$item" ]; then
		find_board
		# Without this, macOS 11 and later tell some callers that they are 10.16.
		item=$board:$(SYSTEM_VERSION_COMPAT=0 sw_vers -productVersion 2>/dev/null | tidy)
	fi
	case $item in
	*[!A-Za-z0-9:.,_-]* | *:*:*) ;;
	[A-Za-z]*:[0-9]*) return 0 ;;
	esac
	trouble='this machine does not tell its board and version'
	return 1
}

setting() { # NAME FILE: the value of the environment, else the first line of the file
	eval "value=\${POINTRELEASE_$1-}"
	[ -n "$value" ] || value=$(head -n 1 "$home/$2" 2>/dev/null | tr -d '\r')
}

read_settings() {
	home=${POINTRELEASE_HOME:-/Library/Application Support/pointrelease}
	setting URL address && url=${value%/}
	setting KEY key && key=$(printf '%s' "$value" | tidy)
	# As below: no quote and no end of a line. Brackets are those of an IPv6 address.
	case $url in
	'') trouble="no address: set POINTRELEASE_URL or write it into $home/address" && return 1 ;;
	*[!][A-Za-z0-9:/._~%@-]*) trouble='the address holds characters that no address has' && return 1 ;;
	http://?* | https://?*) ;;
	*) trouble="the address does not begin with http:// or https://: $url" && return 1 ;;
	esac
	# Everything that is no key could also break out of the line that curl reads.
	case $key in
	'') trouble="no license key: set POINTRELEASE_KEY or write it into $home/key" && return 1 ;;
	*[!A-Za-z0-9=+/-]*) trouble='the license key holds characters that no key has' && return 1 ;;
	esac
	# A leading zero is octal to some shells, and four digits are days enough for anyone.
	for name in GRACE_DAYS TIMEOUT TRIES; do
		eval "value=\${POINTRELEASE_$name-}"
		case $value in
		'' | 0) ;;
		*[!0-9]* | 0* | ?????*) trouble="not a whole number from 0 to 9999: POINTRELEASE_$name=$value" && return 1 ;;
		esac
	done
	policy=''
	for pair in "as_of=${POINTRELEASE_AS_OF-}" "defer_days=${POINTRELEASE_DEFER_DAYS-}" "behind=${POINTRELEASE_BEHIND-}"; do
		case ${pair#*=} in
		'') ;;
		*[!0-9-]*) trouble="not a policy: $pair" && return 1 ;;
		*) policy="$policy${policy:+&}$pair" ;;
		esac
	done
	question=$url/advice/$item${policy:+?$policy}
}

# One request. The key goes to curl on its standard input: a command line can be read by every user.
request() {
	rm -f "$work/head" "$work/body"
	{
		printf 'url = "%s"\nheader = "Authorization: %s"\nheader = "Accept: text/plain"\n' "$question" "$key"
		[ -z "$etag" ] || printf 'header = "If-None-Match: \\"%s\\""\n' "$etag"
	} | curl --config - --silent --globoff --connect-timeout 5 --max-time "${POINTRELEASE_TIMEOUT:-10}" \
		--dump-header "$work/head" --output "$work/body" --write-out '%{http_code}' 2>/dev/null
}

header() { sed -n "s/^$1: *//p" "$work/head" 2>/dev/null | tail -n 1 | tr -d '\r'; }

# A hotel's log-in page is a 200 as well: only lines of harmless characters about the facts count.
is_advice() {
	grep -q '^board_id=.' "$1" && grep -q '^is_current=' "$1" && ! grep -q '[^A-Za-z0-9=._,-]' "$1"
} 2>/dev/null

fact() { sed -n "s/^$1=//p" "$answer"; }

# A folder, no link to one, of the caller and with no right to write for anybody else.
is_own() {
	[ -n "$(find "$1" -prune -type d -user "$(id -u)" ! -perm -020 ! -perm -002 2>/dev/null)" ]
}

# Everybody may make folders in /Library/Caches: in somebody else's, links to files of root's may wait.
find_cache() {
	cache=${POINTRELEASE_CACHE:-}
	[ -n "$cache" ] || { [ "$(id -u)" = 0 ] && cache=/Library/Caches/pointrelease; }
	cache=${cache:-${HOME:-$work}/Library/Caches/pointrelease}
	mkdir -p "$cache" 2>/dev/null && is_own "$cache" && return
	[ ! -e "$cache" ] || say "$cache is not a folder that only its caller can write: nothing is kept"
	cache=$work
}

# FILE NAME: in one step, so that the old one stays until the new one is whole. Never through a link of that name;
# and since mv goes into a folder that a link leads to, the name is removed first.
keep() { new=$(mktemp "$cache/new.XXXXXX") && cp "$1" "$new" && rm -f "$2" && mv -f "$new" "$2"; }

ask() {
	find_cache
	kept=$cache/$(printf '%s' "$question" | cksum | tr -s ' \t' '-')
	etag=''
	if is_advice "$kept"; then etag=$(tr -cd 'A-Za-z0-9_-' 2>/dev/null <"$kept.etag"); fi
	try=0
	while :; do
		try=$((try + 1))
		code=$(request)
		case $code in 429 | 5?? | 000 | '') ;; *) break ;; esac
		[ "$try" -lt "${POINTRELEASE_TRIES:-3}" ] || break
		pause=$(header '[Rr]etry-[Aa]fter')
		# Whoever waits for this script would rather have the last answer than wait for longer than half a minute.
		case $pause in
		'' | *[!0-9]*) pause=$try ;;
		???* | [4-9]? | 3[1-9]) break ;;
		esac
		sleep "$pause"
	done
	answer=$work/body
	case $code in
	200)
		is_advice "$answer" || { trouble='the answer is not from a pointrelease service' && return 1; }
		header '[Ee][Tt][Aa][Gg]' | tr -cd 'A-Za-z0-9_-' >"$work/etag"
		# The tag last: without it a half-written pair is only asked for again. No cache is no trouble.
		{ rm -f "$kept.etag" && keep "$answer" "$kept" && keep "$work/etag" "$kept.etag"; } 2>/dev/null || :
		;;
	304) answer=$kept ;;
	403) trouble='the license key was refused' && return 1 ;;
	40? | 41?)
		trouble=$(sed -n 's/.*"detail":"//p' "$answer" 2>/dev/null | sed 's/","code":.*//; s/\\//g')
		trouble=${trouble:-the service answered $code} && return 1
		;;
	*)
		trouble="no answer from $url (${code:-000})"
		[ -n "$etag" ] || return 1
		answer=$kept
		say "$trouble: this is the last answer it gave"
		;;
	esac
}

sentence() {
	# A number that is high enough does not meet a policy when the Mac should not be on it at all.
	if [ "$(fact version_standing)" = not-for-board ]; then
		asked=$(fact target_version)
		printf 'not made for this Mac: %s%s' "$(fact version)" "${asked:+, policy asks for $asked}"
		return
	fi
	case $(fact is_current) in
	true) printf 'current: %s' "$(fact version)" ;;
	false) printf 'behind: %s, next %s, latest %s' "$(fact version)" "$(fact next_version)" "$(fact latest_version)" ;;
	*) printf 'unknown: %s' "$(fact version)" ;;
	esac
	case $(fact meets_target) in
	true) printf ', meets the policy' ;;
	false) printf ', policy asks for %s' "$(fact target_version)" ;;
	esac
}

# Munki empties the file before each run, so that after a failure only "answered" is there.
write_conditions() {
	folder=$(defaults read /Library/Preferences/ManagedInstalls ManagedInstallDir 2>/dev/null)
	plist=${folder:-/Library/Managed Installs}/ConditionalItems
	defaults write "$plist" pointrelease_answered -bool "$1" || return 1
	[ "$1" = true ] || return 0
	while IFS='=' read -r name value; do
		case $name:$value in
		*:'') continue ;;
		*:true | *:false) kind=-bool ;;
		*_behind:* | behind:* | defer_days:*) kind=-int ;;
		*) kind=-string ;;
		esac
		defaults write "$plist" "pointrelease_$name" "$kind" "$value" || return 1
	done <"$answer"
	plutil -convert xml1 "$plist.plist" 2>/dev/null || :
}

# YYYY-MM-DD and a number of days to the day that many later: date(1) does this differently on every system.
days_later() {
	year=${1%%-*} month=${1#*-} day=${1##*-}
	month=${month%-*} month=${month#0} day=${day#0}
	day=$((day + $2))
	while :; do
		case $month in
		2) length=$((28 + (year % 4 == 0 && year % 100 != 0 || year % 400 == 0))) ;;
		4 | 6 | 9 | 11) length=30 ;;
		*) length=31 ;;
		esac
		[ "$day" -gt "$length" ] || break
		day=$((day - length)) month=$((month + 1))
		if [ "$month" -gt 12 ]; then month=1 year=$((year + 1)); fi
	done
	printf '%04d-%02d-%02d' "$year" "$month" "$day"
}

print_nudge() {
	[ -n "$(fact target_version)" ] || { trouble='nothing is old enough for the policy' && return 1; }
	required=$(days_later "$(fact target_released)" "${POINTRELEASE_GRACE_DAYS:-14}")
	# Half a configuration is worse than none: Nudge would go by it.
	[ -n "$required" ] || { trouble='there is no day to require the version by' && return 1; }
	printf '{"osVersionRequirements":[{"requiredMinimumOSVersion":"%s","requiredInstallationDate":"%sT00:00:00Z"}]}\n' \
		"$(fact target_version)" "$required"
}

# NAME: without one the sentence. A slip in the name must not look like a fact that has no value.
print_attribute() {
	case $1 in
	'') value=$(sentence) ;;
	*[!a-z_]*) trouble="no fact is called \"$1\"" && return 1 ;;
	*)
		grep -q "^$1=" "$answer" || { trouble="no fact is called \"$1\"" && return 1; }
		value=$(fact "$1")
		;;
	esac
	printf '<result>%s</result>\n' "$value"
}

# Jamf gives every policy script the mount point, computer name and user before its own parameters.
case ${1-} in
/*)
	POINTRELEASE_KEY=${4:-${POINTRELEASE_KEY-}} POINTRELEASE_URL=${5:-${POINTRELEASE_URL-}}
	set -- "${6:-jamf}" ${7:+"$7"}
	;;
esac
mode=${1:-plain}
case $mode in
plain | jamf | munki | nudge | this-mac) ;;
*) say "unknown mode \"$mode\": expected plain, jamf, munki, nudge or this-mac" && exit 2 ;;
esac

trouble=''
work=$(mktemp -d "${TMPDIR:-/tmp}/pointrelease.XXXXXX" 2>/dev/null) ||
	trouble="no temporary folder can be made in ${TMPDIR:-/tmp}"
trap '[ -z "$work" ] || rm -rf "$work" "${new:-$work}"' EXIT
trap 'exit 129' HUP INT TERM

if [ "$mode" = this-mac ]; then
	find_item && printf '%s\n' "$item" && exit 0
elif [ -n "$work" ] && find_item && read_settings && ask; then
	case $mode in
	plain) cat "$answer" && exit 0 ;;
	jamf) print_attribute "${2-}" && exit 0 ;;
	munki) write_conditions true && exit 0 ;;
	nudge) print_nudge && exit 0 ;;
	esac
fi
say "${trouble:-$mode did not work}"
case $mode in
# Jamf keeps what is printed and drops the value when a script fails.
jamf) printf '<result>error: %s</result>\n' "$(printf '%s' "$trouble" | tr -d '<>&')" && exit 0 ;;
munki) write_conditions false ;;
esac
exit 1
