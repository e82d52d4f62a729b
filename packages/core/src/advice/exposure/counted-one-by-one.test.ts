import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shipped } from '../../../../../test/shipped-data.ts';
import { sized } from '../../../../../test/size.ts';
import { readSafari } from '../../catalog/safari.ts';
import { cveOnMac, macExposure, runningMac } from '../standing/running-mac.ts';
import { isExploited } from './fixes.ts';
import { unlistedIn } from './not-stated.ts';

const boards = [...shipped.boards.values()].filter(({ support }) =>
	[...support.values()].some(({ major }) => major.era === 'modern'),
);
const cves = [...shipped.security.cves.values()];

/** None, and every Safari of the tables: also those that a major was never offered. */
const safaris = [
	null,
	...new Set(shipped.security.safari.map(({ version }) => version)),
	'15.3 (16612.4.9.1.8)',
	'16.3 (16614.4.5.11.6)',
].map((text) => (text === null ? null : readSafari(text)));

/** Every Mac of the tables, on each of its releases from 11 on or on a security response of one, on a day on which that was out. */
const macs = fc
	.record({ at: fc.nat(), release: fc.nat(), response: fc.nat(), day: fc.nat(), safari: fc.nat() })
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
			safari: safaris[drawn.safari % safaris.length]!,
			asOf: days[drawn.day % days.length]!,
		};
	});

test('the counts of the exposure of a Mac are those of its CVEs asked one by one', () => {
	fc.assert(
		fc.property(macs, ({ board: id, version, build, safari, asOf }) => {
			const board = shipped.boards.get(id)!;
			const mac = runningMac(shipped, board, { version, build, supplement: null, safari }, asOf)!;
			const { major } = mac.support!;
			const unlisted = unlistedIn(shipped, major, asOf);
			const none = { missing: 0, 'no-release-since': 0, 'released-since': 0, inSafari: 0, undecided: 0 };
			const [counts, exploited] = [{ ...none }, { ...none }];
			for (const cve of cves) {
				// A CVE without a fix by that day is not known yet.
				if (![...cve.fixedIn, ...cve.responses, ...cve.safari].some(({ released }) => released <= asOf))
					continue;
				const { state, notStatedBecause, safari: inSafari } = cveOnMac(shipped, mac, cve, asOf);
				const count = (counted: keyof typeof none) => {
					counts[counted]++;
					if (isExploited(cve, asOf)) exploited[counted]++;
				};
				if (state === 'missing') count(state);
				if (state === 'missing' && inSafari) count('inSafari');
				// The two counts keep what Safari leaves open: its own count says how many of them it would decide.
				const isOpen = inSafari !== null && (state === 'unknown' || state === 'not-stated');
				if (isOpen) count('undecided');
				const because = isOpen ? (unlisted.get(cve) ?? null) : notStatedBecause;
				if (because === 'no-release-since' || because === 'released-since') count(because);
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
				exposure.safariMissingCount ?? 0,
				exposure.safariMissingExploitedCount ?? 0,
				exposure.safariUndecidedCount,
				exposure.safariUndecidedExploitedCount,
			]).toEqual([
				counts.missing,
				counts.missing,
				exploited.missing,
				counts['no-release-since'],
				exploited['no-release-since'],
				counts['released-since'],
				exploited['released-since'],
				counts.inSafari,
				exploited.inSafari,
				counts.undecided,
				exploited.undecided,
			]);
		}),
		{ numRuns: sized(3, 500) },
	);
});
