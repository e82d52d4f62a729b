import { describe, expect, test } from 'bun:test';
import { shipped } from '../../../test/shipped-data.ts';
import { inGroups, situationOf, standard, telling, toldOf } from '../../../test/watch/situations.ts';
import { seenState } from '../../fleet/history/timelines.ts';
import type { Past } from '../../fleet/history/trend.ts';
import type { Situation } from '../situation.ts';
import { noticesFor } from './notices.ts';

const asOf = '2026-11-18';
const weekAgo = '2026-11-11';
const rows = [
	'a,S1,"Mac14,2",26.7.1',
	'b,S2,"Mac14,2",26.7.1',
	'c,S3,"Mac14,2",26.7.2',
	'd,S4,"Mac14,2",26.7.1',
];
const overdue = telling('overdue');

/** The Macs of a week ago, by their serial number and version. */
function pastOf(versions: Readonly<Record<string, string>>): Past {
	const boards = [shipped.boards.get('J413AP')!];
	const macs = Object.entries(versions).map(([serial, version], number) => ({
		number,
		serial,
		name: null,
		boards,
		run: {
			...seenState(shipped, version, { boards, build: null, safari: null, isInExport: false }, weekAgo),
			first: 0,
			last: 1,
			beganInExport: false,
		},
		lateReason: serial === 'S4' ? ('no-space' as const) : serial === 'S1' ? ('not-told' as const) : null,
		exceptedUntil: null,
		...(serial.startsWith('G') && { groups: { Site: 'Rome' } }),
	}));
	return { day: weekAgo, macs, known: new Set(Object.keys(versions)), weeks: [], today: [] };
}

const situationWith = async (versions: Readonly<Record<string, string>>, change: Partial<Situation> = {}) =>
	situationOf({ rows, policy: standard(asOf), change: { past: pastOf(versions), ...change } });

describe('the digest', () => {
	const versions = { S1: '26.7.1', S2: '26.7.2', S3: '26.7.1', S4: '26.7.1', G5: '26.7.1' };

	test('says how many were overdue last week, and what became of them', async () => {
		const [digest] = noticesFor(await situationWith(versions), overdue);
		expect(digest!.title).toBe('3 of 4 Macs are overdue');
		expect(digest!.sentences[1]).toBe('3 overdue, 4 last week; 1 new, 1 done, 1 no longer listed.');
		expect(digest!.data).toMatchObject({
			overdue: 3,
			overdue_last_week: 4,
			newly_overdue: 1,
			done: 1,
			gone: 1,
		});
		expect(digest!.list).toEqual([]);
	});

	test('names those that changed first, if names are allowed', async () => {
		const [digest] = noticesFor(await situationWith(versions), { ...overdue, names: true });
		expect(digest!.list).toEqual([
			'd (now not told, was no space)',
			'b (new)',
			'c (done)',
			'G5 (no longer listed)',
			'a',
			'd',
		]);
	});

	test('counts why Macs are late, and names those whose next step is another one than last week', async () => {
		const [digest] = noticesFor(await situationWith(versions), overdue);
		expect(digest!.sentences.slice(2, 4)).toEqual([
			'3 late: 3 not told.',
			'The next step of 1 of them is another one than last week.',
		]);
		expect(digest!.data).toMatchObject({ late_reasons: { 'not-told': 3 }, steps_changed: 1 });
		const [named] = noticesFor(await situationWith(versions), { ...overdue, names: true });
		expect(named!.list[0]).toBe('d (now not told, was no space)');
	});

	test('compares only the Macs of its group, also those that are gone', async () => {
		const inRome = { ...overdue, group: { column: 'Site', value: 'Rome' } };
		const [digest] = noticesFor(await situationWith(versions), inRome);
		expect(digest!.sentences[1]).toBe('2 overdue, 3 last week; 1 new, 1 done, 1 no longer listed.');
	});

	test('says nothing of last week if the history does not show it', async () => {
		const [digest] = noticesFor(await situationWith({}, { past: null }), overdue);
		expect(digest!.sentences.join()).not.toContain('last week');
		expect(digest!.data).toMatchObject({ overdue_last_week: null, newly_overdue: null });
	});

	test('says once that no Mac is overdue any more', async () => {
		const fine = rows.map((row) => row.replace('26.7.1', '26.7.2'));
		const before = noticesFor(await situationWith(versions), overdue);
		const told = toldOf(before, Date.parse(`${weekAgo}T18:02:00Z`));
		const given = { rows: fine, policy: standard(asOf) };
		const settled = await situationOf({ ...given, change: { past: pastOf(versions), earlierNotices: told } });
		const [digest] = noticesFor(settled, overdue);
		expect(digest!.title).toBe('No Mac is overdue now');
		expect(digest!.sentences[0]).toBe('0 overdue, 4 last week; 0 new, 3 done, 1 no longer listed.');
		const later = await situationOf({
			...given,
			change: { past: pastOf({ S1: '26.7.2' }), earlierNotices: told },
		});
		expect(noticesFor(later, overdue)).toEqual([]);
		// A channel that was never told of overdue Macs hears nothing of them.
		expect(noticesFor({ ...settled, earlierNotices: new Map() }, overdue)).toEqual([]);
	});
});

describe('a message by group', () => {
	const bySite = { ...overdue, groupBy: 'Site' };

	test('has a line for each value, the most Macs first', async () => {
		const situation = await situationOf({ rows, policy: standard(asOf) });
		const [digest] = noticesFor(situation, bySite);
		expect(digest!.facts).toEqual([
			{ title: 'Rome', value: '2 of 3 Macs' },
			{ title: 'Berlin', value: '1 of 1 Mac' },
			{ title: 'To 26.7.2', value: '3 Macs' },
		]);
		expect(digest!.data).toMatchObject({
			group_by: 'Site',
			groups: [
				{ value: 'Rome', macs: 3, concerned: 2 },
				{ value: 'Berlin', macs: 1, concerned: 1 },
			],
		});
	});

	test('counts Macs of a release in the same way', async () => {
		const situation = await situationOf({ rows, policy: standard('2026-10-27') });
		const [release] = noticesFor(situation, { ...bySite, tell: ['release'] });
		expect(release!.facts.slice(0, 2)).toEqual([
			{ title: 'Rome', value: '2 of 3 Macs' },
			{ title: 'Berlin', value: '1 of 1 Mac' },
		]);
	});

	test('sums up what a long list leaves out', async () => {
		const sites = Array.from({ length: 26 }, (_, at) =>
			at === 25 ? '' : `Site ${String(at + 1).padStart(2, '0')}`,
		);
		const many = sites.flatMap((_, at) =>
			Array.from({ length: at + 1 }, (_, mac) => `m,T${at}x${mac},"Mac14,2",26.7.1`),
		);
		const situation = await situationOf({ rows: many, policy: standard(asOf) });
		const [digest] = noticesFor(
			inGroups(situation, (serial) => sites[Number(/\d+/.exec(serial)![0])]!),
			bySite,
		);
		const { facts } = digest!;
		expect(facts.slice(0, 2)).toEqual([
			{ title: '(none)', value: '26 of 26 Macs' },
			{ title: 'Site 25', value: '25 of 25 Macs' },
		]);
		// 1 + 2 + ... + 15
		expect(facts[11]).toEqual({ title: 'and 15 more', value: '120 of 120 Macs' });
		expect(facts[12]!.title).toBe('To 26.7.2');
		expect(digest!.data.groups).toHaveLength(26);
	});
});
