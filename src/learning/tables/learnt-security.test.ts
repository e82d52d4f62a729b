import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { shippedFolder } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { loadShipped } from '../../catalog/load.ts';
import { atOnce } from '../../steps.ts';
import type { Fact } from '../facts/fact.ts';
import { learntSecurity } from './learnt-security.ts';

const { tables } = loadShipped(shippedFolder);
const { securityLists: lists, securityFixes: fixes, securityExploited: exploited } = tables;

const said = (kind: Fact['kind'], subject: string, object = '', value = ''): Fact => ({
	...{ kind, subject, object, value, feed: 'sofa', seen: '2026-12-01T12:00:00Z', accepted: false },
});
const learn = (facts: readonly Fact[]) => atOnce(learntSecurity(tables, tables.primaryReleases, facts));

/** Facts that feeds may bring by themselves, about what is in the tables and what is not. */
const version = fc.constantFrom(...lists.map((row) => row.version.canonical), '27.3', '10.15.7');
const cve = fc.oneof(
	fc.constantFrom(...fixes.slice(-300).map((row) => row.cve)),
	fc.integer({ min: 200_000, max: 200_020 }).map((number) => `CVE-2026-${number}`),
);
const day = fc.constantFrom('2026-11-30', '2026-12-01');
const brought = fc.oneof(
	fc
		.tuple(version, fc.constantFrom('listed', 'partial', 'none'))
		.map(([of, state]) => said('list', of, state, '150001')),
	fc.tuple(version, cve).map(([of, id]) => said('fixes', of, id)),
	fc.tuple(cve, day).map(([id, added]) => said('exploited', id, '', `${added}\t2026-12-24`)),
);

test('whatever feeds bring, every shipped fix and exploited hole stays, and no list is known less', () => {
	const ranks = ['unknown', 'none', 'partial', 'listed'];
	fc.assert(
		fc.property(fc.array(brought, { maxLength: 40 }), (facts) => {
			const after = learn(facts).tables;
			const pairs = new Set(after.securityFixes);
			expect(fixes.filter((row) => !pairs.has(row))).toEqual([]);
			const states = new Map(after.securityLists.map((row) => [row.version.canonical, row.state]));
			for (const row of lists)
				expect(ranks.indexOf(states.get(row.version.canonical)!)).toBeGreaterThanOrEqual(
					ranks.indexOf(row.state),
				);
			for (const row of exploited) {
				const now = after.securityExploited.find((other) => other.cve === row.cve)!;
				expect([now.kev_added, now.kev_due]).toEqual(
					row.kev_added === '' ? [now.kev_added, now.kev_due] : [row.kev_added, row.kev_due],
				);
			}
		}),
		{ numRuns: sized(30, 300) },
	);
});

test('without facts about CVEs the tables are the very ones that were shipped', () => {
	const after = learn([said('build', '27.3', '26C50')]);
	expect([after.tables.securityFixes === fixes, after.effective.size]).toEqual([true, 0]);
});

test('what the tables know already makes no difference', () => {
	const [row] = fixes as [(typeof fixes)[number]];
	const known = exploited.find(({ kev_added }) => kev_added !== '')!;
	const facts = [
		said('fixes', row.version.canonical, row.cve),
		said('exploited', known.cve, '', `${known.kev_added}\t${known.kev_due}`),
		said('list', row.version.canonical, 'partial'),
		said('fixes', '99.9', row.cve),
	];
	expect(learn(facts).effective.size).toBe(0);
});
