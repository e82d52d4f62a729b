#!/bin/sh
# Asks a pointrelease service about this Mac: its update status, the fixes it is missing, what it should run and by when.
# Needs only what every Mac has: sh, curl, ioreg, sysctl, sw_vers. Runs under sh, bash 3.2, dash and zsh.

usage() {
	cat <<'USAGE'
pointrelease.sh asks a pointrelease service about this Mac.

  pointrelease.sh [plain]       every fact as name=value lines
  pointrelease.sh raw [NAME]    only the fact NAME, for Intune and others; without NAME a sentence
  pointrelease.sh jamf [NAME]   the same as a Jamf extension attribute
  pointrelease.sh munki         writes the facts to Munki's ConditionalItems.plist
  pointrelease.sh nudge         prints a Nudge configuration with the policy's version and deadline
  pointrelease.sh why           why this Mac does not update: a code, a sentence and the next step, without asking the
                                service; needs root. "jamf why" and "raw why" are the same for Jamf and Intune
  pointrelease.sh license       until when the license key works, and its requests, as name=value lines
  pointrelease.sh this-mac      prints BOARD:VERSION without asking the service
  pointrelease.sh --help        prints this help

Among the facts: standing, support, ended_on, is_current, latest_version, days_behind, missing_count,
exploited_missing, target_version, deadline, days_left, overdue_since, meets_policy, blocked_by. If the service
cannot be reached, the last answer is used; older than a week it is marked "stale since DAY" (fact stale_since).

Each setting comes from the environment, or from the first line of its file in the folder POINTRELEASE_HOME
(/Library/Application Support/pointrelease):

  POINTRELEASE_URL                   address               address of the service; of several, separated by spaces or
                                                           commas, the next if one cannot be reached or answers 5xx
  POINTRELEASE_KEY                   key                   license key, XXXX-XXXX-XXXX-XXXX
  POINTRELEASE_POLICY                policy                name of a policy
  POINTRELEASE_BEHIND                behind                major versions that a Mac may stay behind
  POINTRELEASE_DEFER_DAYS            defer_days            days a release must be out before it is required
  POINTRELEASE_DEFER_MAJOR_DAYS      defer_major_days      the same for a new major version
  POINTRELEASE_EXCLUDE               exclude               releases that are never required, separated by commas
  POINTRELEASE_GRACE_DAYS            grace_days            days until the deadline
  POINTRELEASE_EXPLOITED_GRACE_DAYS  exploited_grace_days  the same if it fixes an exploited vulnerability
  POINTRELEASE_JITTER                jitter                maximum seconds to wait before asking (0); not in a terminal
  POINTRELEASE_TIMEOUT               timeout               seconds per attempt (10)
  POINTRELEASE_TRIES                 tries                 number of attempts (3)

Only in the environment: POINTRELEASE_CACHE, the folder of cached answers; POINTRELEASE_AS_OF, the day to look
from; POINTRELEASE_ITEM, another Mac as BOARD:VERSION or "BOARD:VERSION (LETTER) (BUILD)".

As a Jamf policy script: parameter 4 is the key, 5 the address, 6 the mode, 7 the NAME.
Exit codes: 0 with an answer, 1 without one, 2 for a wrong mode. jamf always exits 0.
USAGE
}

# Defaults for settings that are neither in the environment nor in a file. A service fills them in; kit_url
# may be several addresses.
kit_url=''
kit_policy=''

# Words of verdicts, written by tools/build/shell-words.ts. The first word of a line is the name of the update status.
word_overdue='overdue'
word_not_judged='not judged'
word_meets_policy='meets the policy'
word_cannot_meet_policy='cannot meet the policy'
word_exploited='exploited'
word_newer='newer than any known release'
# End of the words.

if [ -n "${ZSH_VERSION-}" ]; then emulate sh; fi
set -u
# Brackets of an IPv6 address must not match the names of files.
set -o noglob
umask 077
LC_ALL=C
export LC_ALL

# A text as one line of printable ASCII: a terminal and a log would execute control characters of a service.
printable() { printf '%s' "$1" | tr -c '\040-\176' '?' | cut -c 1-500; }

say() { printf 'pointrelease: %s\n' "$(printable "$1")" >&2; }

# Check a day before counting with it: arithmetic on other text may take hours.
day='[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
is_day() { [ "$(printf '%s' "$1" | grep -E "^$day\$")" = "$1" ] && [ -n "$1" ]; }

# Values of the device tree end in NUL, and some tools pad with blanks.
tidy() { tr -d '\000' | tr -d ' \t\r\n'; }

# The first value of a property that ioreg prints as  "board-id" = <"Mac-F42786C8">
property() { printf '%s\n' "$tree" | sed -n "s/.*\"$1\" *= *<*\"\([^\"]*\)\".*/\1/p" | head -n 1 | tidy; }

read_tree() { [ -n "$tree" ] || tree=$(ioreg -rd1 -c IOPlatformExpertDevice 2>/dev/null | tr -d '\000'); }

find_board() {
	board=$(sysctl -n hw.target 2>/dev/null | tidy)
	case $board in J[0-9]* | VMA2*) return ;; esac
	read_tree
	board=$(property target-sub-type)
	case $board in J[0-9]* | VMA2*) return ;; esac
	# An Intel guest shows the board of its host; before macOS 11 only the processor features reveal a virtual machine.
	features=$(sysctl -n machdep.cpu.features 2>/dev/null)
	case "$(sysctl -n kern.hv_vmm_present 2>/dev/null | tidy) $features " in
	1\ * | *\ VMM\ *) board=VMM-x86_64 && return ;;
	esac
	board=$(property board-id)
	# PowerPC has no board ID; the service also knows most of those Macs by their model identifier.
	[ -n "$board" ] || board=$(sysctl -n hw.model 2>/dev/null | tidy)
}

# Without this, macOS 11 and later tell some callers that they are 10.16.
system() { SYSTEM_VERSION_COMPAT=0 sw_vers "$1" 2>/dev/null | tidy; }

# The security response and the build of this Mac as " (a) (22E772610a)". The build distinguishes a beta from a release,
# the letter shows an installed response. Before macOS 13 sw_vers knows no letter and prints its usage.
find_build() {
	response=$(system -productVersionExtra)
	case $response in "("[a-z]")") ;; *) response='' ;; esac
	build=$(system -buildVersion)
	case $build in
	*[!0-9A-Za-z]* | ????????????*) build='' ;;
	[0-9]*[A-Z]*[0-9a-z]) ;;
	*) build='' ;;
	esac
	details=${response:+ $response}${build:+ ($build)}
}

# The version and the bundle version of Safari as "26.5.2 (20624.2.5.18.7)", for a query: some fixes reach a macOS by Safari
# alone. Since macOS 13 Safari is in a cryptex, and /Applications shows the same one.
find_safari() {
	safari=''
	for folder in /System/Volumes/Preboot/Cryptexes/App/System/Applications /Applications; do
		value=$(defaults read "$folder/Safari.app/Contents/Info" CFBundleShortVersionString 2>/dev/null)
		printf '%s' "$value" | grep -Eqx '[0-9]{1,2}(\.[0-9]{1,2}){0,2}' || continue
		safari=$value
		value=$(defaults read "$folder/Safari.app/Contents/Info" CFBundleVersion 2>/dev/null)
		if printf '%s' "$value" | grep -Eqx '[0-9]{5}(\.[0-9]{1,4}){1,7}'; then safari="$safari%20%28$value%29"; fi
		return 0
	done
}

find_item() {
	item=${POINTRELEASE_ITEM-} details='' safari=''
	if [ -z "$item" ]; then
		find_board
		item=$board:$(system -productVersion)
		find_build
		find_safari
	fi
	case $item in
	*:*:*) ;;
	[A-Za-z]*:[0-9]*) [ "$item" != "$(printf '%s' "$item" | tr -cd 'A-Za-z0-9:.,_() -')" ] || return 0 ;;
	esac
	trouble='cannot read the board and version of this machine'
	return 1
}

# NAME FILE: reads a setting from the environment, else from the first line of the file, else from what the service
# filled in; "from" says which.
setting() {
	eval "value=\${POINTRELEASE_$1-}"
	from=POINTRELEASE_$1
	if [ -n "$value" ]; then return 0; fi
	if [ ! -e "$home/$2" ]; then
		case $1 in
		URL) value=$kit_url from='kit_url of this script' ;;
		POLICY) value=$kit_policy from='kit_policy of this script' ;;
		esac
		return 0
	fi
	from=$home/$2
	[ -r "$from" ] || { trouble="$from cannot be read by this user" && return 1; }
	value=$(head -n 1 "$from" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//')
}

# Reads the list of addresses. Other characters could end the line of the configuration that curl reads. Brackets belong
# to IPv6 addresses.
read_addresses() {
	setting URL address || return 1
	case $value in
	*[!][A-Za-z0-9:/._~%@,\ -]*) trouble='the address contains invalid characters' && return 1 ;;
	esac
	addresses=''
	for address in $(printf '%s' "$value" | tr ',' ' '); do
		case $address in
		http://?* | https://?*) addresses="$addresses${addresses:+ }${address%/}" ;;
		*) trouble="the address does not begin with http:// or https://: $address" && return 1 ;;
		esac
	done
	[ -n "$addresses" ] || { trouble="no address: set POINTRELEASE_URL or write it to $home/address" && return 1; }
}

read_key() {
	setting KEY key || return 1
	key=$(printf '%s' "$value" | tidy)
	case $key in
	'') trouble="no license key: set POINTRELEASE_KEY or write it to $home/key" && return 1 ;;
	*[!A-Za-z0-9=+/-]*) trouble='the license key contains invalid characters' && return 1 ;;
	????-????-????-????) return 0 ;;
	esac
	trouble='the license key is not of the form XXXX-XXXX-XXXX-XXXX'
	# In base64, 19 characters, or 20 with a line end, are 26 to 28 characters.
	case ${key%%=*} in
	*-*) ;;
	??????????????????????????*)
		trouble='the license key is still in the base64 form of the mail: decode it first, with base64 -D on a Mac'
		;;
	esac
	return 1
}

# Some shells read a leading zero as octal, and four digits are enough for days.
read_number() {
	setting "$1" "$2" || return 1
	case $value in
	'' | 0) ;;
	*[!0-9]* | 0* | ?????*) trouble="$from is \"$value\": expected a whole number from 0 to 9999" && return 1 ;;
	esac
}

# The terms of the policy as /advice takes them; empty without any.
read_policy() {
	policy=${POINTRELEASE_AS_OF:+as_of=$POINTRELEASE_AS_OF} terms=''
	if [ -n "$policy" ] && ! is_day "$POINTRELEASE_AS_OF"; then
		trouble="POINTRELEASE_AS_OF is \"$POINTRELEASE_AS_OF\": expected a day, YYYY-MM-DD"
		return 1
	fi
	for term in policy behind defer_days defer_major_days exclude grace_days exploited_grace_days; do
		name=$(printf '%s' "$term" | tr '[:lower:]' '[:upper:]')
		case $term in
		policy | exclude) setting "$name" "$term" || return 1 ;;
		*) read_number "$name" "$term" || return 1 ;;
		esac
		[ "$term" != exclude ] || value=$(printf '%s' "$value" | tidy)
		case $term:$value in
		*:) continue ;;
		policy:*[!A-Za-z0-9._-]*) trouble="$from is \"$value\": expected the name of a policy" && return 1 ;;
		exclude:*[!0-9.,]*) trouble="$from is \"$value\": expected versions separated by commas" && return 1 ;;
		esac
		terms="$terms${terms:+&}$term=$value"
	done
	policy=$policy${policy:+${terms:+&}}$terms
	[ -z "$safari" ] || policy=$policy${policy:+&}safari=$safari
	policy=${policy:+?$policy}
}

read_settings() {
	home=${POINTRELEASE_HOME:-/Library/Application Support/pointrelease}
	if [ -d "$home" ] && [ ! -x "$home" ]; then say "this user cannot read $home: its settings are not used"; fi
	read_addresses && read_key && read_number JITTER jitter || return 1
	jitter=${value:-0}
	read_number TIMEOUT timeout || return 1
	timeout=${value:-10}
	read_number TRIES tries || return 1
	tries=${value:-3}
	read_policy || return 1
	question=/advice/$(printf '%s' "$item$details" | sed 's/ /%20/g; s/(/%28/g; s/)/%29/g')$policy
}

# MOST WORD: a number from 0 to MOST, which on one Mac is always the same for a word, and differs between Macs.
draw() {
	if [ -z "$machine" ]; then
		read_tree
		machine=$(property IOPlatformUUID)
		machine=${machine:-$(uname -n)}
	fi
	number=$(printf '%s' "$machine $2" | cksum | cut -d ' ' -f 1)
	number=$((number % ($1 + 1)))
}

# Spreads a fleet that starts at the same time over so many seconds. Does not wait in a terminal.
wait_for_turn() {
	if [ "$jitter" = 0 ] || [ -t 0 ] || [ -t 1 ] || [ -t 2 ]; then return 0; fi
	draw "$jitter" turn
	sleep "$number"
}

# ADDRESS: one request. curl reads the key from standard input, because every user can see command lines. It ignores
# .curlrc, which is for other calls and perhaps of another user.
request() {
	rm -f "$work/head" "$work/body"
	code=$(
		# Blocks of 512 or 1,024 bytes, for a body or headers that do not end. Without the signal, whose core dump would
		# have the key, curl fails to write.
		trap '' XFSZ
		ulimit -f 1024 2>/dev/null
		{
			printf 'url = "%s"\nheader = "Authorization: %s"\nheader = "Accept: text/plain"\n' "$1$question" "$key"
			[ -z "$etag" ] || printf 'header = "If-None-Match: \\"%s\\""\n' "$etag"
		} | curl -q --config - --silent --globoff --connect-timeout 5 --max-time "$timeout" --max-filesize 1000000 \
			--dump-header "$work/head" --output "$work/body" --write-out '%{http_code}' 2>/dev/null
	)
	curled=$?
	# An incomplete answer has no valid status.
	[ "$curled" = 0 ] || code=000
}

# The reason for a missing answer, by the exit status of curl.
reason() {
	case $curled in
	0) printf 'status %s' "$code" ;;
	6) printf 'host name not found' ;;
	7) printf 'connection refused' ;;
	28) printf 'timed out after %s seconds' "$timeout" ;;
	35 | 51 | 58 | 60 | 77 | 83) printf 'the TLS certificate is not trusted' ;;
	23) printf 'the answer is larger than 1 MB, or the disk is full' ;;
	63) printf 'the answer is larger than 1 MB' ;;
	127) printf 'curl is not installed' ;;
	*) printf 'curl failed with status %s' "$curled" ;;
	esac
}

header() { sed -n "s/^$1: *//p" "$work/head" 2>/dev/null | tail -n 1 | tr -d '\r'; }

# FILE FACT: whether the file has the last line of its kind, whole. Of a shorter one, what a Mac is missing could be cut off,
# and curl does not notice if the length was not sent.
is_whole() { grep -q "^$2=" "$1" && [ -z "$(tail -c 1 "$1" | tr '\000' '?')" ]; }

# The log-in page of a hotel has status 200 too: accept only as many lines as an answer may have, with the expected facts,
# harmless characters, and days that can be counted with.
is_advice() {
	grep -q '^board_id=.' "$1" && grep -q '^is_current=' "$1" && grep -Eq '^meets_target=(true|false|)$' "$1" || return 1
	is_whole "$1" maybe_fixed_count || return 1
	[ "$(tr -d 'A-Za-z0-9=._,\n-' <"$1" | wc -c)" -eq 0 ] && [ "$(wc -l <"$1")" -le 500 ] || return 1
	! grep -E '^(as_of|target_since|deadline|enforced_on|overdue_since|ended_on)=.' "$1" | grep -Eqv "=$day\$"
} 2>/dev/null

fact() { sed -n "/^$1=/{s///p;q;}" "$answer"; }

# A folder, not a link, that belongs to this user and that others cannot write.
is_own() {
	[ -n "$(find "$1" -prune -type d -user "$(id -u)" ! -perm -020 ! -perm -002 2>/dev/null)" ]
}

name_cache() {
	cache=${POINTRELEASE_CACHE:-}
	[ -n "$cache" ] || { [ "$(id -u)" = 0 ] && cache=/Library/Caches/pointrelease; }
	cache=${cache:-${HOME:-$work}/Library/Caches/pointrelease}
}

# All addresses share an answer, under the name of the first.
name_kept() { kept=$cache/$(printf '%s' "${addresses%% *}$question" | cksum | tr -s ' \t' '-').answer; }

# Every user can create folders in /Library/Caches: another user's folder may contain links to files of root.
find_cache() {
	name_cache
	mkdir -p "$cache" 2>/dev/null && is_own "$cache" && return
	[ ! -e "$cache" ] || say "$cache can be written by other users: answers are not cached"
	cache=$work
}

# The answer and its tag are in one file, so that parallel runs never mix them up. It is read once, as a copy.
take_kept() {
	name_kept
	etag=''
	last=$work/last
	if [ -L "$kept" ] || [ ! -f "$kept" ]; then return 0; fi
	cp "$kept" "$work/kept" 2>/dev/null || return 0
	sed 1d "$work/kept" >"$last"
	if is_advice "$last"; then etag=$(sed -n '1s/^etag=\([A-Za-z0-9_-]*\)$/\1/p' "$work/kept"); fi
}

# Renames the new file in one step, so that the old one stays until then. A link is removed first: mv would follow it
# into a folder.
keep() {
	tag=$(header '[Ee][Tt][Aa][Gg]' | sed 's/^W\///' | tr -cd 'A-Za-z0-9_-')
	{ printf 'etag=%s\n' "$tag" && cat "$answer"; } >"$work/new" || return 1
	new=$(mktemp "$cache/new.XXXXXX") && cp "$work/new" "$new" || return 1
	if [ -L "$kept" ]; then rm -f "$kept"; elif [ -d "$kept" ]; then return 1; fi
	mv -f "$new" "$kept"
} 2>/dev/null

# Waits before another try: as long as the service asks for, else twice as long as before. Each Mac adds its own part,
# because all of them failed at the same time.
try_again() {
	[ "$try" -lt "$tries" ] || return 1
	case $patience in
	0 | [1-9] | [12][0-9] | 30) draw "$((patience / 2))" "$$ $try" ;;
	# Instead of waiting longer than half a minute, use the cached answer.
	[0-9]*[0-9]) return 1 ;;
	*)
		case $try in
		1) patience=1 ;;
		2) patience=2 ;;
		3) patience=4 ;;
		4) patience=8 ;;
		*) patience=16 ;;
		esac
		draw "$patience" "$$ $try"
		;;
	esac
	sleep "$((patience + number))"
}

# Asks the first address, and the next if one cannot be reached or fails with 5xx. 403 and 404 are answers, and a limit
# applies to all. The next run asks the first again: no file says which one answered, and a run is a single request.
ask_each() {
	try=0
	while :; do
		try=$((try + 1)) patience='' trouble=''
		for address in $addresses; do
			request "$address"
			case $code in 429 | 5?? | 000) ;; *) return 0 ;; esac
			trouble="$trouble${trouble:+, }no answer from $address: $(reason)"
			patience=${patience:-$(header '[Rr]etry-[Aa]fter')}
			[ "$code" != 429 ] || break
		done
		try_again || return 1
	done
}

# An answer more than a week old must not look current. An answer for a given day does not age.
mark_stale() {
	value=$(fact as_of)
	[ -z "${POINTRELEASE_AS_OF-}" ] && [ -n "$value" ] || return 0
	[ "$(days_later "$value" 7 | tr -d -)" -lt "$(date -u +%Y%m%d)" ] || return 0
	stale=$value
	printf 'stale_since=%s\n' "$stale" >>"$answer"
}

# For the key of an expired license, uses the words of the service; they differ from those for a mistyped key.
refuse_key() {
	trouble='the license key was refused'
	grep -q '"code":"license-ended"' "$work/body" 2>/dev/null || return 0
	value=$(sed -n 's/.*"detail":"\([^"\\]*\)".*/\1/p' "$work/body" | tr -cd '\041-\176 ')
	[ -z "$value" ] || trouble=$value
}

# Without the cache: an old answer would hide that the license was renewed.
ask_license() {
	question=/license etag=''
	ask_each || return 1
	trouble=''
	answer=$work/body
	case $code in
	200)
		grep -q '^id=.' "$answer" && is_whole "$answer" rate_limit && [ "$(tr -d '\041-\176\n' <"$answer" | wc -c)" -eq 0 ] && return 0
		trouble='the answer is not from a pointrelease service'
		;;
	403) refuse_key ;;
	*) trouble="$address answered with status $code" ;;
	esac
	return 1
}

ask() {
	find_cache
	take_kept
	wait_for_turn
	if ! ask_each; then
		is_advice "$last" || return 1
		answer=$last
		mark_stale
		say "$trouble: using the last answer, of $(fact as_of)${stale:+, which is stale}"
		return 0
	fi
	trouble=''
	answer=$work/body
	case $code in
	200)
		is_advice "$answer" || { trouble='the answer is not from a pointrelease service' && return 1; }
		# A missing cache is not a problem.
		keep || :
		;;
	304)
		[ -n "$etag" ] || { trouble="$address answered with status 304" && return 1; }
		answer=$last
		;;
	403) refuse_key && return 1 ;;
	30?)
		value=$(header '[Ll]ocation')
		trouble="$address redirects: use ${value%"$question"} as the address" && return 1
		;;
	*)
		trouble=$(sed -n 's/.*"detail":"//p' "$answer" 2>/dev/null | sed 's/","code":.*//; s/\\//g')
		trouble=${trouble:-$address answered with status $code} && return 1
		;;
	esac
}

# What to install if no release is newer: an update that keeps the version, or a security response.
same_version_update() {
	value=$(fact latest_build)
	if [ -n "$value" ]; then
		printf ', install build %s' "$value"
	elif [ "$(fact response_standing)" = behind ]; then
		printf ', install %s (%s)' "$(fact version)" "$(fact latest_response)"
	fi
}

# The state of the Mac, whatever the policy requires.
state() {
	version=$(fact version)
	value=$(fact response)
	version=$version${value:+ ($value)}
	case $(fact version_standing):$(fact standing):$(fact meets_policy) in
	not-for-board:*)
		printf 'not made for this Mac: %s' "$version"
		[ "$(fact action)" != check ] || printf ', check the version'
		;;
	beta:*)
		printf 'beta: %s (%s), %s' "$version" "$(fact build)" "$word_not_judged"
		value=$(fact next_version)
		[ -z "$value" ] || printf ', next %s, latest %s' "$value" "$(fact latest_version)"
		;;
	unknown:*) printf 'unknown: %s is not a known release, %s' "$version" "$word_not_judged" ;;
	known::*) printf 'unknown: %s with a build that Apple replaced, look for updates' "$version" ;;
	withdrawn::*) printf 'no longer offered: %s, wait for the next release' "$version" ;;
	*:current:false) printf 'below policy: %s' "$version" ;;
	newer:current:*) printf 'current: %s, %s' "$version" "$word_newer" ;;
	*:current:*) printf 'current: %s' "$version" ;;
	*:behind:*)
		printf 'behind: %s' "$version"
		value=$(fact next_version)
		if [ -n "$value" ]; then printf ', next %s, latest %s' "$value" "$(fact latest_version)"; else same_version_update; fi
		;;
	*:ended:*)
		printf 'ended: %s, support ended %s' "$version" "$(fact ended_on)"
		value=$(fact next_version)
		if [ -n "$value" ]; then printf ', latest %s' "$(fact latest_version)"; else same_version_update; fi
		[ "$(fact majors_behind)" != 0 ] || printf ', last major version for this Mac'
		;;
	*) printf 'unknown: %s' "$version" ;;
	esac
	case $(fact version_standing):$(fact standing) in
	beta:ended | unknown:ended) printf ', support ended %s' "$(fact ended_on)" ;;
	esac
	if [ "$(fact action):$(fact response_standing)" = check:not-reported ]; then
		printf ', check whether %s (%s) is installed' "$version" "$(fact latest_response)"
	fi
}

sentence() {
	state
	case $(fact exploited_missing_count) in
	'' | 0) ;;
	1) printf ', 1 %s vulnerability' "$word_exploited" ;;
	*) printf ', %s %s vulnerabilities' "$(fact exploited_missing_count)" "$word_exploited" ;;
	esac
	case $(fact safari_missing_count) in
	'' | 0) ;;
	*) printf ', update Safari to %s' "$(fact latest_safari)" ;;
	esac
	case $(fact version_standing):$(fact meets_policy):$(fact blocked_by) in
	# A Mac does not meet the policy by a release that was not made for it, however high its number.
	beta:* | unknown:* | not-for-board:true:*) ;;
	*:true:*) printf ', %s' "$word_meets_policy" ;;
	*:false:hardware) printf ', hardware %s' "$word_cannot_meet_policy" ;;
	*::*) [ -z "$terms" ] || printf ', %s by the policy' "$word_not_judged" ;;
	esac
	case $(fact meets_policy):$(fact meets_target) in
	false:false)
		printf ', policy requires %s' "$(fact target_version)"
		# A Mac that missed a deadline is told that one, not the later one of its target.
		value=$(fact overdue_since)
		if [ -n "$value" ]; then
			printf ', %s since %s' "$word_overdue" "$value"
		else
			value=$(fact deadline)
			[ -z "$value" ] || printf ' by %s' "$value"
		fi
		;;
	esac
}

# Munki empties the file before each run: after a failure it contains only "answered".
write_conditions() {
	folder=$(defaults read /Library/Preferences/ManagedInstalls ManagedInstallDir 2>/dev/null)
	plist=${folder:-/Library/Managed Installs}/ConditionalItems
	defaults write "$plist" pointrelease_answered -bool "$1" || return 1
	[ "$1" = true ] || return 0
	while IFS='=' read -r name value; do
		case $name:$value in
		*:'') continue ;;
		*:true | *:false) kind=-bool ;;
		*_behind:* | behind:* | *_days:* | days_*:* | *_count:*) kind=-int ;;
		*) kind=-string ;;
		esac
		defaults write "$plist" "pointrelease_$name" "$kind" "$value" || return 1
	done <"$answer"
	plutil -convert xml1 "$plist.plist" 2>/dev/null || :
}

# DAY COUNT: the day COUNT days after DAY (YYYY-MM-DD), or nothing if that is not a day. Not with date(1), which differs between systems.
days_later() {
	is_day "$1" || return 0
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

# Prints noon of the day in the files of `pointrelease enforce`: the deadline, but not before tomorrow, because Nudge
# enforces a past day at once. A policy without a grace period has no deadline: it gets two weeks.
print_nudge() {
	# An empty list removes an earlier requirement from a Mac that has met it.
	[ "$(fact meets_target)" = false ] || { printf '{"osVersionRequirements":[]}\n' && return; }
	required=$(fact enforced_on)
	required=${required:-$(fact deadline)}
	required=${required:-$(days_later "$(fact target_since)" 14)}
	# Nudge would use an incomplete configuration, which is worse than none.
	printf '%s' "$(fact target_version)" | grep -Eqx '[0-9]{1,3}(\.[0-9]{1,3}){0,3}' ||
		{ trouble='the answer has no target version' && return 1; }
	[ -n "$required" ] || { trouble='the answer has no deadline' && return 1; }
	# The cached answer may be days old.
	tomorrow=$(days_later "${POINTRELEASE_AS_OF:-$(date -u +%Y-%m-%d)}" 1)
	[ "$(printf '%s' "$required" | tr -d -)" -gt "$(printf '%s' "$tomorrow" | tr -d -)" ] || required=$tomorrow
	printf '{"osVersionRequirements":[{"requiredMinimumOSVersion":"%s","requiredInstallationDate":"%sT12:00:00Z"}]}\n' \
		"$(fact target_version)" "$required"
}

# NAME: the value of a fact, or the sentence without a name. An unknown name is an error, so that it does not look like
# an empty fact.
find_value() {
	case $1 in
	'') value=$(sentence)${stale:+, stale since $stale} && return ;;
	*[!a-z_]*) ;;
	*)
		for name in "$1" "${1}_count"; do
			if grep -q "^$name=" "$answer"; then value=$(fact "$name") && return; fi
		done
		;;
	esac
	trouble="there is no fact \"$1\""
	return 1
}

# COMMAND...: the output of a command that has a second for it.
bounded() {
	"$@" &
	child=$!
	# It writes nothing: a reader of the output would wait for it.
	(sleep 1 && kill "$child") >/dev/null 2>&1 &
	wait "$child"
	kill "$!"
} 2>/dev/null

# VERSION: a number to compare versions by; 0 if the text begins with no version.
rank() {
	printf '%s' "$1" | sed -n 's/^\([0-9]\{1,3\}\)\(\.\([0-9]\{1,3\}\)\)\{0,1\}\(\.\([0-9]\{1,3\}\)\)\{0,1\}.*/1 \1 0\3 0\5/p' |
		awk '{ number = $2 * 1000000 + $3 * 1000 + $4 } END { print number + 0 }'
}

# DAY in words, as the report writes it.
in_words() {
	is_day "$1" || return 0
	printf '%s %s %s' "$(printf '%s' "${1##*-}" | sed 's/^0//')" \
		"$(printf '%s' 'January February March April May June July August September October November December' |
			cut -d ' ' -f "$(printf '%s' "$1" | cut -c 6-7 | sed 's/^0//')")" "${1%%-*}"
}

# The declarations of a Mac in a property list, a line for each: the day on which it is enforced, and the version. Without
# any, "none"; if the list is not whole, nothing.
declared() {
	awk '
		/<key>/ { key = $0; gsub(/.*<key>|<\/key>.*/, "", key) }
		/<dict>/ { folders++ }
		/<(string|date)>/ {
			value = $0
			gsub(/.*<(string|date)>|<\/(string|date)>.*/, "", value)
			if (key == "TargetOSVersion") version = value
			if (key == "TargetLocalDateTime") until = substr(value, 1, 10)
		}
		/<\/dict>/ {
			if (version != "") lines[++count] = (until == "" ? "9999-99-99" : until) " " version
			version = until = ""
		}
		/<\/plist>/ { whole = 1 }
		END {
			if (!whole) exit
			for (line = 1; line <= count; line++) print lines[line]
			if (!count) print (folders > 1 ? "9999-99-99 -" : "none")
		}'
}

number_in() { sed -n 's/.*<integer>\([0-9]\{1,3\}\)<\/integer>.*/\1/p'; }

# Everything at once, because all of it has two seconds. What a command does not answer is unknown.
read_mac() {
	state=/private/var/db/softwareupdate/SoftwareUpdateDDMStatePersistence.plist
	policies=SUCorePersistedStatePolicyFields settings=SUCoreDDMDeclarationGlobalSettings
	PATH=$PATH:/usr/bin:/usr/sbin:/usr/libexec
	{
		bounded profiles status -type bootstraptoken | sed 's/^/token /' &
		bounded profiles status -type enrollment | sed 's/^/enrollment /' &
		bounded plutil -extract "$policies.Declarations" xml1 -o - "$state" | declared | sed 's/^/asked /' &
		for place in "$policies.$settings" "$settings"; do
			for kind in minor major; do
				bounded plutil -extract "$place.${kind}OSDeferralPeriod" xml1 -o - "$state" | number_in | sed "s/^/deferred-$kind /" &
			done
		done
		for kind in Minor Major; do
			bounded defaults read '/Library/Managed Preferences/com.apple.applicationaccess' \
				"enforcedSoftwareUpdate${kind}OSDeferredInstallDelay" | sed "s/^/restricted-$kind /" &
		done
		bounded find /System/Volumes/Preboot -maxdepth 4 -path '*/cryptex1/proposed/SystemVersion.plist' \
			-exec plutil -extract ProductVersion raw -o - '{}' ';' | sed 's/^/staged /' &
		# With the space that macOS frees by itself, as the Finder shows it: df shows less.
		bounded osascript -l JavaScript -e 'ObjC.import("Foundation"); var value = Ref();
			$.NSURL.fileURLWithPath("/").getResourceValueForKeyError(value, $.NSURLVolumeAvailableCapacityForImportantUsageKey, null);
			ObjC.unwrap(value[0])' | sed 's/^/free /' &
		bounded pmset -g batt | sed 's/^/power /' &
		bounded sysctl -n hw.optional.arm64 | sed 's/^/silicon /' &
		wait
	} 2>/dev/null
}

# NAME PATTERN: whether a command answered so.
said() { printf '%s\n' "$mac" | grep -Eiq "^$1 .*$2"; }

# NAME: the first number that a command answered.
number_of() { printf '%s\n' "$mac" | sed -n "s/^$1 \([0-9]\{1,15\}\)\$/\1/p" | head -n 1; }

# The last answer of the service, if it is at most a week old; without it there is no deadline and no target. Nothing is
# written.
take_last() {
	answer=/dev/null POINTRELEASE_ITEM='' details=''
	if ! find_item || ! read_settings; then trouble='' && return 0; fi
	name_cache
	name_kept
	if [ -L "$kept" ] || [ ! -f "$kept" ] || ! is_own "$cache" || ! is_advice "$kept"; then return 0; fi
	answer=$kept
	value=$(days_later "$(fact as_of)" 7 | tr -d -)
	[ "${value:-0}" -ge "$(printf '%s' "$today" | tr -d -)" ] || answer=/dev/null
}

# CODE SENTENCE SOURCE STEP: the three lines.
because() {
	why=$(printf '%s\n%s (%s, %s).\n%s' "$1" "$2" "$3" "$(in_words "$today")" "$4")
}

# VERSION: whether the Mac has it, or a later one. A letter is a security response of that version.
has_reached() {
	[ "$1" != - ] || return 1
	[ "$(rank "$1")" -le "$(rank "$installed")" ] || return 1
	[ "$(rank "$1")" = "$(rank "$installed")" ] || return 0
	case $1 in
	*"("*) [ -n "$response" ] && [ "${1#*"$response"}" != "$1" ] ;;
	esac
}

# The first declaration that asks for more than the Mac has: "asked" is yes, no, or empty if it is not known.
read_asked() {
	asked='' until='' wanted=$(fact target_version)
	lines=$(printf '%s\n' "$mac" | sed -n 's/^asked //p' | sort)
	[ -z "$lines" ] || asked=no
	separators=$IFS
	IFS='
'
	for line in $lines; do
		version=${line#* }
		if [ "$asked" = yes ] || [ "$line" = none ]; then continue; fi
		if has_reached "$version"; then continue; fi
		asked=yes
		if is_day "${line%% *}"; then until=${line%% *}; fi
		[ "$version" = - ] || wanted=$version
	done
	IFS=$separators
}

# How long updates to the wanted release are deferred: by a declaration, or up to macOS 26 by a profile.
read_deferral() {
	kind=minor restriction=Minor
	if [ "${wanted%%.*}" != "${installed%%.*}" ] && [ -n "$wanted" ]; then kind=major restriction=Major; fi
	deferral=$(number_of "deferred-$kind")
	[ -n "$deferral" ] || [ "${installed%%.*}" -gt 26 ] || deferral=$(number_of "restricted-$restriction")
	hidden_until=$(days_later "$(fact target_released)" "${deferral:-0}")
	[ "$(printf '%s' "${hidden_until:-0}" | tr -d -)" -gt "$(printf '%s' "$today" | tr -d -)" ] || hidden_until=''
}

# Why this Mac does not update, by the table of docs/why-late.md: its first row that holds on what the Mac itself says.
find_why() {
	[ "$(id -u)" = 0 ] || { trouble='why needs root: without it the state of updates cannot be read' && return 1; }
	today=${POINTRELEASE_AS_OF:-$(date -u +%Y-%m-%d)}
	is_day "$today" || { trouble="POINTRELEASE_AS_OF is \"$today\": expected a day, YYYY-MM-DD" && return 1; }
	mac=$(read_mac)
	installed=$(system -productVersion) response=''
	[ "$(rank "$installed")" != 0 ] || { trouble='cannot read the version of this machine' && return 1; }
	take_last
	read_asked
	read_deferral
	staged=$(printf '%s\n' "$mac" | sed -n 's/^staged //p' | head -n 1)
	[ "$(rank "$staged")" -gt "$(rank "$installed")" ] || staged=''
	due='' overdue=$(fact overdue_since)
	if [ -n "$until" ] && [ "$(printf '%s' "$until" | tr -d -)" -lt "$(printf '%s' "$today" | tr -d -)" ]; then due=yes; fi
	needed=15 kind='an update'
	if [ -n "$wanted" ] && [ "${wanted%%.*}" != "${installed%%.*}" ]; then needed=35 kind='an upgrade'; fi
	free=$(number_of free)
	# Zero is what macOS says if it does not know.
	if [ "${free:-0}" -lt 1 ] || [ "$free" -ge "${needed}000000000" ]; then free=''; fi
	silicon=$(number_of silicon)
	charge=$(printf '%s\n' "$mac" | sed -n 's/^power .*[^0-9]\([0-9]\{1,3\}\)%.*/\1/p' | head -n 1)
	enough=20
	[ "$silicon" = 1 ] || enough=50

	if [ "$(fact meets_policy)" = true ]; then
		because not-late 'It meets the policy' pointrelease 'Nothing to do.'
	elif [ "$(fact blocked_by)" = hardware ]; then
		because cannot 'The hardware of this Mac runs no release that the policy allows' pointrelease \
			'Replace it, or give it a policy for its last version.'
	elif said enrollment 'MDM enrollment: No'; then
		because unmanaged 'MDM does not manage this Mac' 'profiles status' 'Renew its MDM profile, or enroll it again.'
	elif [ "${installed%%.*}" -lt 14 ]; then
		because not-manageable "Update declarations do not work on this Mac: macOS $installed does not know them" sw_vers \
			'Update it by hand once: declarations need macOS 14 and supervision.'
	elif [ "$silicon" = 1 ] && [ "$asked" != no ] && [ -n "$due$staged$overdue" ] &&
		said token 'supported.*: YES' && said token 'escrowed.*: NO'; then
		can='cannot'
		[ "$asked" = yes ] || can='may be unable to'
		because no-token "No bootstrap token is escrowed, so it $can restart by itself" 'profiles status' \
			'Escrow the bootstrap token: a volume owner signs in, or runs "profiles install -type bootstraptoken".'
	elif [ -n "$free" ] && [ "$asked" != no ]; then
		needs='needs'
		[ "$asked" = yes ] || needs='may need'
		because no-space "$((free / 1000000000)) GB are free, and $kind $needs about $needed" 'free space with what macOS can clear' \
			'Free space on the Mac.'
	elif [ -n "$due" ] && said power "'Battery Power'" && [ "${charge:-100}" -lt "$enough" ]; then
		because on-battery "The enforced date passed on $(in_words "$until"), and it is on battery power with $charge %" 'pmset' \
			'Connect it to power overnight.'
	elif [ -n "$due" ] && [ -n "$staged" ]; then
		because past-due "The enforced date passed on $(in_words "$until"), and it is downloaded and waits for the restart" \
			'its declarations' 'Restart it while it is on power and awake.'
	elif [ -n "$due" ]; then
		because past-due "The enforced date passed on $(in_words "$until"), and ${wanted:-the update} is not installed" 'its declarations' \
			'Leave it on, awake and on power for an hour.'
	elif [ -n "$staged" ]; then
		because prepared 'The update is downloaded and waits for the restart' 'its Preboot volume' \
			"Restart it now${until:+, or wait for $(in_words "$until")}."
	elif [ -n "$until" ]; then
		because enforced "The update is enforced on $(in_words "$until")" 'its declarations' \
			"Wait for $(in_words "$until"): it is asked already."
	elif [ "$asked" = no ] && [ -n "$hidden_until" ]; then
		because hidden "The update is deferred until $(in_words "$hidden_until")" 'its declarations and profiles' \
			"Wait until $(in_words "$hidden_until"), or shorten the deferral."
	elif [ "$asked" = no ] && printf '%s\n' "$mac" | grep -q '^asked none$'; then
		because never-asked 'Nothing asks this Mac to update' 'its declarations' 'Add it to the scope of the update declaration.'
	elif [ "$asked" = no ]; then
		because never-asked 'No declaration asks this Mac for more than it has' 'its declarations' \
			'Check the scope and the target of its update declaration.'
	else
		because not-told 'The Mac does not say why' 'pointrelease.sh' 'Look at the report of the fleet, which knows what its MDM tells.'
	fi
	why=$(printf '%s\n' "$why" | tr -c '\n\040-\176' '?')
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
plain | raw | jamf | munki | nudge | why | license | this-mac) ;;
-h | --help | help) usage && exit 0 ;;
*) say "unknown mode \"$mode\": expected plain, raw, jamf, munki, nudge, why, license, this-mac or --help" && exit 2 ;;
esac

trouble='' tree='' machine='' stale=''

case $mode:${2-} in
why: | raw:why | jamf:why)
	# Nothing is written, not even a temporary file.
	work=/nonexistent
	if find_why; then
		case $mode in
		jamf) printf '<result>%s</result>\n' "$(printf '%s' "$why" | tr -d '<>&')" ;;
		*) printf '%s\n' "$why" ;;
		esac
		exit 0
	fi
	say "$trouble"
	[ "$mode" = jamf ] || exit 1
	printf '<result>error: %s</result>\n' "$(printable "$trouble" | tr -d '<>&')"
	exit 0
	;;
esac

temporary=${TMPDIR:-/tmp}
# Another user could redirect what root writes into a folder of that user. In /tmp only the owner of a file can move it.
if [ "$(id -u)" = 0 ] && [ -d "$temporary" ] && ! is_own "$temporary"; then temporary=/tmp; fi
work=$(mktemp -d "$temporary/pointrelease.XXXXXX" 2>/dev/null) ||
	trouble="cannot create a temporary folder in $temporary"
trap '[ -z "$work" ] || rm -rf "$work" "${new:-$work}"' EXIT
trap 'exit 129' HUP INT TERM

if [ "$mode" = this-mac ]; then
	find_item && printf '%s\n' "$item" && exit 0
elif [ "$mode" = license ]; then
	item='' details='' safari=''
	if [ -n "$work" ] && read_settings && ask_license; then
		cat "$answer" && exit 0
	fi
elif [ -n "$work" ] && find_item && read_settings && ask; then
	case $mode in
	plain) cat "$answer" && exit 0 ;;
	raw) find_value "${2-}" && printf '%s\n' "$value" && exit 0 ;;
	jamf)
		# A single fact does not show its age.
		find_value "${2-}" && printf '<result>%s%s</result>\n' "$value" "${2:+${stale:+ (stale since $stale)}}" && exit 0
		;;
	munki) write_conditions true && exit 0 ;;
	nudge) print_nudge && exit 0 ;;
	esac
fi
say "${trouble:-$mode did not work}"
case $mode in
# Jamf stores the output, but drops it if a script fails.
jamf) printf '<result>error: %s</result>\n' "$(printable "$trouble" | tr -d '<>&')" && exit 0 ;;
munki) write_conditions false ;;
esac
exit 1
