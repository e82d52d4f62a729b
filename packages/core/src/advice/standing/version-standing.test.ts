import { expect, test } from 'bun:test';
import { shipped } from '../../../../../test/shipped-data.ts';
import { parseVersion } from '../../catalog/version.ts';
import { standingOfVersion } from './version-standing.ts';

test.each([
	// 26.7.2 came out on 2026-10-26. No release ever had four components.
	['26.7.1.5', '2026-10-25', 'unknown'],
	['26.7.1.5', '2026-10-26', 'unknown'],
	// Between known releases, but not a release.
	['26.4.9', '2026-11-01', 'unknown'],
	['27.1', '2026-11-01', 'unknown'],
	// Above all known releases: only a number that a release may have is newer.
	['26.12.15', '2026-11-01', 'newer'],
	['26.12.16', '2026-11-01', 'unknown'],
	['26.13', '2026-11-01', 'unknown'],
	['15.70', '2026-11-01', 'unknown'],
	// A bare major may be any of its releases; 26.0 is one of them.
	['26', '2026-11-01', 'unknown'],
	['26.0', '2026-11-01', 'known'],
	['26.0.0', '2026-11-01', 'known'],
	['10.15', '2026-11-01', 'known'],
	// Above all releases of its major, although 27 was out.
	['26.9', '2026-09-20', 'newer'],
	// 9.2 came out on 2001-07-18, after 10.0: before that day its numbers were below a release that was out.
	['9.2.9', '2001-07-17', 'unknown'],
	['9.2.9', '2001-07-18', 'newer'],
	['9.2', '2001-07-17', 'newer'],
	['9.2', '2001-07-18', 'known'],
])('the version %s on %s is %s', (text, asOf, standing) => {
	const version = parseVersion(text)!;
	expect(standingOfVersion(shipped, { version, build: null }, undefined, asOf)).toBe(standing as 'known');
});
