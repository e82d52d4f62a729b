#!/bin/sh
# Jamf Pro extension attribute "Safari Version" (data type: String): the version of Safari and its bundle version, such as
# "26.5.2 (20624.2.5.18.7)", or nothing if they cannot be read. Needs no service and no key, and changes nothing.

# Since macOS 13 Safari is in a cryptex; /Applications shows the same one.
for folder in /System/Volumes/Preboot/Cryptexes/App/System/Applications /Applications; do
	info=$folder/Safari.app/Contents/Info
	version=$(defaults read "$info" CFBundleShortVersionString 2>/dev/null)
	build=$(defaults read "$info" CFBundleVersion 2>/dev/null)
	case $version:$build in
	:* | *[!0-9.:]*) continue ;;
	esac
	printf '<result>%s%s</result>\n' "$version" "${build:+ ($build)}"
	exit 0
done
printf '<result></result>\n'
