import { expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { parseVersion } from '../../catalog/version.ts';
import { standingOfVersion } from './version-standing.ts';

test.each([
	// 26.7.2 came out on 2026-10-26.
	['26.7.1.5', '2026-10-25', 'newer'],
	['26.7.1.5', '2026-10-26', 'unknown'],
	// Above all of its major, although 27 was out and 26 not at its end.
	['26.9', '2026-09-20', 'newer'],
	// 9.2 came out on 2001-07-18, after 10.0: before that day a number of it was below what was out.
	['9.2.9', '2001-07-17', 'unknown'],
	['9.2.9', '2001-07-18', 'newer'],
	['9.2', '2001-07-17', 'newer'],
	['9.2', '2001-07-18', 'known'],
])('%s, which may have no release, is on %s %s', (text, asOf, standing) => {
	const version = parseVersion(text)!;
	expect(standingOfVersion(shipped, { version, build: null }, undefined, asOf)).toBe(standing as 'known');
});
