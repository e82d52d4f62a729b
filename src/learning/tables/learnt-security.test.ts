import { expect, test } from 'bun:test';
import { catalogOf, makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { printTable, shapes, type TableName } from '@pointrelease/core/src/catalog/tables/tables.ts';
import fc from 'fast-check';
import { shippedFolder } from '../../../test/shipped-data.ts';
import { sized } from '../../../test/size.ts';
import { loadShipped } from '../../data/load.ts';
import type { Fact, FactKind, FactOf } from '../facts/fact.ts';
import { learntSecurity } from './learnt-security.ts';
import { learntTables } from './learnt-tables.ts';

const { tables } = loadShipped(shippedFolder);
const { securityLists: lists, securityFixes: fixes, securityExploited: exploited } = tables;

const factOf = (kind: FactKind, subject: string, object = '', value: Fact['value'] = '') =>
	({ kind, subject, object, value, feed: 'sofa', seen: '2026-12-01T12:00:00Z', accepted: false }) as Fact;
const learn = (facts: readonly Fact[]) => learntSecurity(tables, tables.primaryReleases, facts);

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
		.map(([of, state]) => factOf('list', of, state, '150001')),
	fc.tuple(version, cve).map(([of, id]) => factOf('fixes', of, id)),
	fc.tuple(cve, day).map(([id, added]) => factOf('exploited', id, '', { added, due: '2026-12-24' })),
);

test('whatever feeds bring, every shipped fix and exploited CVE stays, and no list gets a worse state', () => {
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
				const now = after.securityExploited.find((candidate) => candidate.cve === row.cve)!;
				expect([now.kev_added, now.kev_due]).toEqual(
					row.kev_added === '' ? [now.kev_added, now.kev_due] : [row.kev_added, row.kev_due],
				);
			}
		}),
		{ numRuns: sized(30, 300) },
	);
});

test('without facts about CVEs the tables are the same objects as the shipped ones', () => {
	const after = learn([factOf('build', '27.3', '26C50')]);
	expect([after.tables.securityFixes === fixes, after.effective.size]).toEqual([true, 0]);
});

test('facts that the tables already have change nothing', () => {
	const [row] = fixes as [(typeof fixes)[number]];
	const cve = exploited.find(({ kev_added }) => kev_added !== '')!;
	const facts = [
		factOf('fixes', row.version.canonical, row.cve),
		factOf('exploited', cve.cve, '', { added: cve.kev_added, due: cve.kev_due }),
		factOf('list', row.version.canonical, 'partial'),
		factOf('fixes', '99.9', row.cve),
	];
	expect(learn(facts).effective.size).toBe(0);
});

test('the tables with learned facts can be printed, and say the same when they are read again', () => {
	const facts = [
		factOf('list', '27.2', 'listed', '149521'),
		factOf('fixes', '27.2', 'CVE-2026-200001'),
		factOf('fixes', '15.8.2', 'CVE-2026-200001'),
		factOf('list', '26.5.1', 'listed', '150001'),
		factOf('fixes', '26.5.1', 'CVE-2026-200002'),
		{
			...factOf('exploited', 'CVE-2026-200001', '', { added: '2026-11-30', due: '2026-12-21' }),
			feed: 'kev' as const,
		},
	];
	const learnt = learntTables(tables, facts);
	const built = catalogOf(learnt);
	const names = Object.keys(shapes) as TableName[];
	const again = makeCatalog(new Map(names.map((name) => [shapes[name].file, printTable(name, learnt)])));
	expect([built.findings, again.findings]).toEqual([[], []]);
	expect(again.catalog!.dataVersion).toBe(built.catalog!.dataVersion);
	expect(again.catalog!.security.cves.get('CVE-2026-200001')).toMatchObject({
		exploitation: { kevAdded: '2026-11-30', sources: ['kev:2026-12-01'] },
	});
	expect(learnt.changes.at(-1)!.what).toBe(
		'Learned: what 15.8.2 26.5.1 27.2 fix; whether CVE-2026-200001 is exploited',
	);
});

const record = (cve: string, more: Partial<FactOf<'record'>['value']> = {}) =>
	factOf('record', cve, '', {
		state: 'published',
		updated: '2026-11-30T20:35:00Z',
		fixedIn: [],
		dropped: [],
		impact: 'An app may be able to break out of its sandbox',
		exploited: '',
		ssvc: null,
		kevAdded: '',
		...more,
	});
/** An entry of the tables that is not certain. */
const uncertain = fixes.find(({ confidence }) => confidence === 'medium')!;

test("an entry that Apple's record names is certain, shipped or learned, and one that it does not name is as certain as before", () => {
	const version = uncertain.version.canonical;
	const { securityFixes } = learn([
		factOf('fixes', '27.2', 'CVE-2026-200001'),
		factOf('fixes', '27.2', 'CVE-2026-200002'),
		record('CVE-2026-200001', { fixedIn: ['15.8.3', '27.2'] }),
		record('CVE-2026-200002', { fixedIn: ['26.7.2'] }),
		record(uncertain.cve, { fixedIn: [version] }),
	]).tables;
	const certain = (cve: string, of = '27.2') =>
		securityFixes.find((row) => row.cve === cve && row.version.canonical === of)?.confidence;
	expect([certain('CVE-2026-200001'), certain('CVE-2026-200002')]).toEqual(['high', 'medium']);
	expect(certain(uncertain.cve, version)).toBe('high');
	expect(certain('CVE-2026-200001', '15.8.3')).toBeUndefined();
});

test('a record of the tables that Apple changed later stays', () => {
	const shippedRow = { ...learn([record('CVE-2026-200001')]).tables.securityRecords.at(-1)!, line: 5 };
	const withRow = (updated: string) => {
		const shipped = { ...tables, securityRecords: [{ ...shippedRow, updated }] };
		const facts = [record('CVE-2026-200001', { impact: 'Another' })];
		return learntSecurity(shipped, tables.primaryReleases, facts).tables.securityRecords[0]!.impact;
	};
	expect(withRow('2026-12-01')).toBe(shippedRow.impact);
	expect(['2026-11-30', ''].map(withRow)).toEqual(['Another', 'Another']);
});

test("Apple's words in a record say that the vendor knows of exploitation, until a person forgets it", () => {
	const cve = fixes.findLast((row) => !exploited.some((entry) => entry.cve === row.cve))!.cve;
	const says = (...facts: Fact[]) =>
		learn(facts).tables.securityExploited.find((row) => row.cve === cve)?.vendor_says;
	const words = record(cve, {
		exploited: 'Apple is aware of a report that this issue may have been exploited',
	});
	expect([says(record(cve)), says(words)]).toEqual([undefined, 'yes']);
	expect(says(words, factOf('not-exploited', cve, '', 'forgotten'))).toBeUndefined();
});
