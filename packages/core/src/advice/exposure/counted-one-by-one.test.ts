import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { cveOnMac, macExposure, runningMac } from '../standing/running-mac.ts';
import { isExploited } from './fixes.ts';

const boards = [...shipped.boards.values()].filter(({ support }) =>
	[...support.values()].some(({ major }) => major.era === 'modern'),
);
const cves = [...shipped.security.cves.values()];

/** Every Mac of the tables, on each of its releases from 11 on or on a security response of one, on a day on which that was out. */
const macs = fc
	.record({ at: fc.nat(), release: fc.nat(), response: fc.nat(), day: fc.nat() })
	.map((drawn) => {
		const board = boards[drawn.at % boards.length]!;
		const releases = [...board.support.values()]
			.filter(({ major }) => major.era === 'modern')
			.flatMap((support) => support.releases);
		const release = releases[drawn.release % releases.length]!;
		const builds = [null, ...release.responses.map(({ build }) => build)];
		const days = ['2026-11-19', ...releases.map(({ released }) => released)].filter(
			(day) => day >= release.released,
		);
		return {
			board: board.id,
			version: release.version,
			build: builds[drawn.response % builds.length]!,
			asOf: days[drawn.day % days.length]!,
		};
	});

test('the counts of the exposure of a Mac are those of its CVEs asked one by one', () => {
	fc.assert(
		fc.property(macs, ({ board: id, version, build, asOf }) => {
			const board = shipped.boards.get(id)!;
			const mac = runningMac(shipped, board, { version, build, supplement: null }, asOf)!;
			const counts = { missing: 0, 'no-release-since': 0, 'released-since': 0, 'older-only': 0 };
			const exploited = { ...counts };
			for (const cve of cves) {
				// A CVE without a fix by that day is not known yet.
				if (![...cve.fixedIn, ...cve.responses].some(({ released }) => released <= asOf)) continue;
				const { state, notStatedBecause } = cveOnMac(shipped, mac, cve, asOf);
				const counted = state === 'missing' ? state : notStatedBecause;
				if (counted === null) continue;
				counts[counted]++;
				if (isExploited(cve, asOf)) exploited[counted]++;
			}
			const exposure = macExposure(shipped, mac, asOf);
			expect([
				exposure.missing.length,
				exposure.missingCount,
				exposure.exploitedMissingCount,
				exposure.fixedElsewhereCount,
				exposure.fixedElsewhereExploitedCount,
				exposure.notStatedCount,
				exposure.notStatedExploitedCount,
			]).toEqual([
				counts.missing,
				counts.missing,
				exploited.missing,
				counts['no-release-since'],
				exploited['no-release-since'],
				counts['released-since'],
				exploited['released-since'],
			]);
		}),
		{ numRuns: sized(6, 500) },
	);
});
