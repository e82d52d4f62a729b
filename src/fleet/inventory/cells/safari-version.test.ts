import { expect, test } from 'bun:test';
import { readSafari } from './safari-version.ts';

test.each([
	['26.5.2', '20624.2.5.18.7', '26.5.2', '20624.2.5.18.7'],
	['27', '', '27.0', ''],
	['15.3', '15612.4.9.1.5', '15.3', '15612.4.9.1.5'],
	['16.6.1', '14616.4.1', '16.6.1', '14616.4.1'],
	['Version 26.5 (20624.2.5.18.7)', '', '26.5', '20624.2.5.18.7'],
	['Safari 18.3.1', '', '18.3.1', ''],
	// A bundle version in the column of the version.
	['20624.2.5.18.7', '', '', '20624.2.5.18.7'],
	['1.2.3.4.5', '', '', ''],
	// WebKit's number in user agents.
	['605.1.15', '', '', ''],
	['26.5', '605.1.15', '26.5', ''],
	['26.5/605.1.15', '', '', ''],
	['Yes', 'latest', '', ''],
	['126.5', '', '', ''],
	['', '', '', ''],
])('Safari "%s" with the build "%s" is "%s", "%s"', (version, build, shownVersion, shownBuild) => {
	expect(readSafari(version, build)).toEqual({ version: shownVersion, build: shownBuild });
});
