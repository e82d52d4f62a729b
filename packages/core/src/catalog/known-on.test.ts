import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { cases } from '../../../../test/size.ts';
import { builtInPolicies } from '../advice/policy/named-policies.ts';
import { answerOffline } from '../api/offline.ts';
import type { Route } from '../api/route.ts';
import { routes } from '../api/routes.ts';
import { shapes } from '../api/shapes/shapes.ts';
import { knownOn } from './known-on.ts';

const today = '2026-11-16';
const ask = answerOffline(shipped, { today: () => today, policies: builtInPolicies });
const recordOf = (path: string) => JSON.parse(ask(path).body);

/** Paths of every read of facts that takes a day. */
const paths: Readonly<Record<string, readonly string[]>> = {
	'/boards': ['/boards'],
	'/boards/{board_id}': [
		'/boards/J293AP',
		'/boards/M0001A',
		'/boards/Mac-7BA5B2DFE22DDD8C',
		'/boards/J413AP',
	],
	'/boards/{board_id}/releases': ['/boards/J293AP/releases', '/boards/M0001A/releases'],
	'/releases': ['/releases'],
	'/releases/{version}': ['/releases/26', '/releases/15', '/releases/14', '/releases/10.15', '/releases/9.2'],
	'/releases/{version}/boards': ['/releases/14.4/boards', '/releases/26.3.1/boards'],
	'/releases/{version}/cves': ['/releases/14.4/cves', '/releases/26.3.1/cves'],
	'/builds/{build}': ['/builds/23H311', '/builds/19H1217', '/builds/12C3104'],
	'/search': ['/search?q=air', '/search?q=sonoma', '/search?q=CVE-2025-43300', '/search?q=J4&limit=100'],
	'/export/boards.csv': ['/export/boards.csv'],
	'/export/releases.csv': ['/export/releases.csv'],
	'/export/support.csv': ['/export/support.csv'],
	'/export/snipe-it.csv': ['/export/snipe-it.csv'],
};

const table: readonly Route[] = routes;
const onDay = (path: string, day: string) => `${path}${path.includes('?') ? '&' : '?'}as_of=${day}`;

test('every read that depends on a day takes one', () => {
	const reads = table.filter(({ answeredBy }) => answeredBy === 'read');
	const timeless = ['/policies', '/dataset/tables', '/dataset/core.json'];
	expect(reads.filter(({ query }) => !Object.hasOwn(query!, 'as_of')).map(({ path }) => path)).toEqual(
		timeless,
	);
	const native = /^\/(advice|exposure|cves|enforce)/;
	expect(Object.keys(paths).toSorted()).toEqual(
		reads
			.map(({ path }) => path)
			.filter((path) => !native.test(path) && !timeless.includes(path))
			.toSorted(),
	);
});

test.each(Object.values(paths).flat())('%s answers for today as it does without a day', (path) => {
	// A search repeats the day that it was asked for.
	const dayless = (body: string) => (path.startsWith('/search') ? body.replace(/"as_of":[^,]+,/, '') : body);
	expect(dayless(ask(onDay(path, today)).body) === dayless(ask(path).body)).toBe(true);
});

/** Days in a record, except those by which CISA wants a fix: they were in the future when they were given. */
function daysIn(value: unknown, name = ''): string[] {
	if (typeof value === 'string')
		return name !== 'kev_due' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? [value] : [];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([member, inner]) => daysIn(inner, member));
}

const days = cases(
	['1983-06-01', '2012-11-20', '2024-03-08', '2026-09-29'],
	[
		'1983-06-01',
		'1991-05-13',
		'2001-03-24',
		'2012-11-20',
		'2020-11-13',
		'2024-03-08',
		'2025-08-21',
		'2026-09-29',
	],
);

test.each(days)('on %s nothing is known that came later, and every answer has its shape', (day) => {
	let answers = 0;
	for (const [route, ofRoute] of Object.entries(paths))
		for (const path of ofRoute) {
			const { status, body } = ask(onDay(path, day));
			if (route.endsWith('.csv')) {
				const later = body.split(/[\r\n,]+/).filter((cell) => /^\d{4}-\d{2}-\d{2}$/.test(cell) && cell > day);
				expect([path, status, later]).toEqual([path, 200, []]);
				continue;
			}
			if (status === 404) continue;
			answers++;
			const record = JSON.parse(body);
			expect([path, status, daysIn(record).filter((found) => found > day)]).toEqual([path, 200, []]);
			const { answer } = table.find(({ path }) => path === route) as { answer: keyof typeof shapes };
			expect([path, shapes[answer].safeParse(record).error?.issues]).toEqual([path, undefined]);
		}
	expect(answers).toBeGreaterThan(5);
});

test('a release, a Mac, a build or a major version that came later is not there', () => {
	for (const path of [
		'/boards/J413AP?as_of=2022-06-01',
		'/releases/15?as_of=2024-09-15',
		'/releases/14.4/cves?as_of=2024-03-06',
		'/releases/14.4/boards?as_of=2024-03-06',
		'/builds/23H311?as_of=2024-12-10',
	])
		expect([path, ask(path).status]).toEqual([path, 404]);
	expect(recordOf('/releases/14.4/cves?as_of=2024-03-07').version).toBe('14.4');
	expect(recordOf('/builds/23H311?as_of=2024-12-11').version).toBe('14.7.2');
});

test('latest, support and numbers are those of the day', () => {
	expect(recordOf('/releases/15?as_of=2024-12-31')).toMatchObject({
		first_version: '15.0',
		latest_version: '15.2',
		latest_released: '2024-12-11',
		support: 'current',
		ended_on: null,
		release_count: 5,
	});
	const { majors, latest_version } = recordOf('/boards/J293AP?as_of=2022-01-01');
	expect(majors.map(({ major }: { major: string }) => major)).toEqual(['11', '12']);
	expect(latest_version).toBe('12.1');
	const list = recordOf('/releases?as_of=2020-11-12');
	expect([list.as_of, list.majors.at(-1).major, list.count]).toEqual(['2020-11-12', '11', 45]);
	expect(recordOf('/boards?as_of=1984-01-24').boards.map(({ name }: { name: string }) => name)).toEqual([
		'Macintosh 128K',
		'Macintosh 128K (international)',
	]);
	expect(recordOf('/search?q=sonoma&as_of=2023-12-31').results[0]).toMatchObject({
		latest_version: '14.2.1',
	});
});

test('a day that is none is refused', () => {
	for (const path of ['/boards', '/releases', '/search?q=air'])
		expect(recordOf(onDay(path, '2026-13-01'))).toMatchObject({ code: 'bad-parameter', parameter: 'as_of' });
});

test('the same day of the same data is made once', () => {
	expect(knownOn(shipped, '2024-01-01')).toBe(knownOn(shipped, '2024-01-01'));
});
