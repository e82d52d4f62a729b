import { describe, expect, test } from 'bun:test';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { RuleJudge, type Run } from '@pointrelease/core/src/advice/standing/verdict.ts';
import { answerRead } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { macRecord } from '../../src/fleet/report/report.ts';
import { enforcementFiles } from '../enforce/enforcement-files.ts';
import { nudgeChoice } from '../enforce/nudge-choice.ts';
import { fleetOf } from '../fleet/fleet-of.ts';
import { shipped } from '../shipped-data.ts';
import { withRows } from './with-rows.ts';

/** Questions of admins to which surfaces of the product once gave different answers, or claimed too much. */

const day = '2026-11-16';

function get(path: string, catalog: Catalog = shipped) {
	const [place, query = ''] = path.split('?');
	const address = `http://local${encodeURI(place!)}?as_of=${day}&${query}`.replace(
		/as_of=[^&]*&(.*as_of=)/,
		'$1',
	);
	const answer = answerRead(catalog, new Request(address), { today: () => day, policies: new Map() });
	return JSON.parse(answer!.body);
}

/** 27.3, released on 1 December; the other rows below are for the table of pulls. */
const release = '27,27.3,2026-12-01,day,high,,,all,appledb,';
const withdrawn = release.replace(',,,all', ',,yes,all');
const pulled = (row: string) => withRows({ 'primary/releases.csv': [release], 'pulled.csv': [row] });

describe('a Mac whose last major version is macOS 15', () => {
	const policies = [
		{ behind: 1, graceDays: 14 },
		{ behind: 1, deferDays: 14, deferMajorDays: 30, graceDays: 14, exploitedGraceDays: 3 },
		{ graceDays: 7 },
		{ behind: 1, deferDays: 30, graceDays: 30 },
		{ deferMajorDays: 90, graceDays: 21 },
	];

	test.each(policies)('on its last release, Nudge requires nothing of it: %j', (terms) => {
		const [file] = enforcementFiles(shipped, policyOf(day, terms, 'any'), 'nudge');
		const choice = nudgeChoice(JSON.parse(file.body), '15.8.2');
		expect(choice?.version ?? '15.8.2').toBe('15.8.2');
		const advice = get(
			`/advice/MacBookAir9,1:15.8.2?behind=${terms.behind ?? 0}&defer_days=${terms.deferDays ?? 0}&grace_days=${terms.graceDays}`,
		);
		expect([advice.meets_target, advice.blocked_by, advice.deadline]).toEqual([true, 'hardware', null]);
	});
});

test('a Mac whose first major is 27 must get the latest 27 under n-1, by advice and enforcement alike', () => {
	const { target_version, meets_policy, deadline, action, headline } = get(
		'/advice/Mac17,14:27.0?behind=1&grace_days=60',
	);
	expect({ target_version, meets_policy, deadline, action, headline }).toEqual({
		target_version: '27.2',
		meets_policy: false,
		deadline: '2026-12-25',
		action: 'update',
		headline: 'Update to 27.2 by 25 December 2026',
	});
	const policy = policyOf(day, { behind: 1, graceDays: 60 }, 'any');
	const [list] = enforcementFiles(shipped, policy, 'ddm');
	const groups = JSON.parse(list.body).groups.filter(({ board_ids }: { board_ids: string[] }) =>
		board_ids.includes('J775cAP'),
	);
	expect(groups).toMatchObject([
		{
			target_version: '27.2',
			installed_majors: ['27'],
			deadline: '2026-12-25',
			versions: expect.arrayContaining(['27.0']),
		},
	]);
	const [nudge] = enforcementFiles(shipped, policy, 'nudge');
	expect(nudgeChoice(JSON.parse(nudge.body), '27.0')).toEqual({
		version: '27.2',
		date: '2026-12-25T12:00:00Z',
	});
});

test('a Mac on an allowed major that lacks exploited fixes does not meet the policy', () => {
	const advice = get('/advice/Mac16,9:15.4.1?behind=2&defer_major_days=90&grace_days=14');
	expect(advice).toMatchObject({
		exploited_missing_count: 7,
		target_version: '15.8.2',
		meets_policy: false,
		action: 'update',
	});
	expect(advice.overdue_since < advice.deadline).toBe(true);
});

describe('27.3, listed for five hours and then pulled, while archives keep it', () => {
	const gone = pulled('27.3,2026-12-01,,all,appledb,');
	const again = pulled('27.3,2026-12-01,2026-12-03,all,appledb,');

	test('is neither advised nor enforced 40 days later', () => {
		const asOf = '2027-01-10';
		expect(get(`/advice/Mac17,14:27.2?grace_days=14&as_of=${asOf}`, gone)).toMatchObject({
			target_version: '27.2',
			latest_version: '27.2',
			next_version: null,
			is_current: true,
			meets_policy: true,
		});
		const files = enforcementFiles(gone, policyOf(asOf, { graceDays: 14 }, 'any'), 'ddm');
		expect(files.filter(({ body }) => body.includes('"27.3"'))).toEqual([]);
	});

	test('a Mac on 27.3 waits for the next release', () => {
		expect(get('/advice/Mac17,14:27.3?grace_days=14&as_of=2026-12-20', gone)).toMatchObject({
			standing: null,
			action: 'check',
			headline: '27.3 was withdrawn: wait for the next release',
		});
	});

	test('after it is listed again, it is the target from that day on', () => {
		expect(get('/advice/Mac17,14:27.2?grace_days=14&as_of=2026-12-20', again)).toMatchObject({
			target_version: '27.3',
			target_since: '2026-12-03',
			deadline: '2026-12-17',
		});
	});
});

test('after 27.3 was withdrawn, no Mac is told to downgrade', () => {
	const catalog = withRows({ 'primary/releases.csv': [withdrawn] });
	expect(get('/advice/Mac17,14:27.3?as_of=2026-12-20', catalog)).toMatchObject({
		version_standing: 'withdrawn',
		standing: null,
		action: 'check',
		headline: '27.3 was withdrawn: wait for the next release',
	});
});

describe('a published security response', () => {
	test('is missing if the Mac reports an earlier letter: the Mac is behind, and gets the update to install', () => {
		expect(get('/advice/J293AP:13.4.1 (a)?as_of=2023-07-15')).toMatchObject({
			standing: 'behind',
			action: 'update',
			headline: expect.stringContaining('Install Rapid Security Response 13.4.1 (c)'),
		});
	});

	test('is to be checked if the Mac reports only its base build: standing and verdict stay', () => {
		expect(get('/advice/J293AP:13.3.1 (22E261)?behind=1&as_of=2023-05-03')).toMatchObject({
			standing: 'current',
			meets_policy: true,
			missing_count: 2,
			action: 'check',
			headline: 'Check whether 13.3.1 (a) is installed',
		});
	});

	test('is missing if the supplemental build equals the base build: the Mac is behind', async () => {
		const head = 'ModelIdentifier,OSVersion,BuildVersion,SupplementalBuildVersion,SupplementalOSVersionExtra';
		const { macs } = await fleetOf(
			`${head}\n"MacBookPro17,1",13.3.1,22E261,22E261,\n`,
			policyOf('2023-05-03', { behind: 1 }),
		);
		expect(macRecord(macs[0]!)).toMatchObject({ standing: 'behind', action: 'update', missing_count: 2 });
	});
});

test('a CVE has different answers on a Mac whose major came later and on a Mac that never got the fix', () => {
	expect(get('/cves/CVE-2025-43300/J313AP:27.2')).toMatchObject({
		state: 'fixed',
		fixed_because: 'later-major',
		not_stated_because: null,
		install: null,
	});
	expect(get('/cves/CVE-2025-43300/J313AP:12.7.6')).toMatchObject({
		state: 'not-stated',
		fixed_because: null,
		not_stated_because: 'no-release-since',
		install: '13.7.8',
	});
});

test('an exploited CVE that only a newer major lists is counted, and fails the verdict', () => {
	const cve = 'CVE-2026-20700';
	expect(get(`/cves/${cve}/J293AP:15.8.2`)).toMatchObject({
		state: 'not-stated',
		not_stated_because: 'released-since',
	});
	for (const path of ['/exposure/J293AP:15.8.2', '/advice/J293AP:15.8.2'])
		expect(get(path)).toMatchObject({
			missing_count: 0,
			fixed_elsewhere_exploited_count: 0,
			not_stated_exploited_count: 3,
		});
	const judge = new RuleJudge(shipped, frameworks.get('kev-due-date')!.rule!, day);
	const run: Run = {
		text: '15.8.2',
		version: parseVersion('15.8.2'),
		build: null,
		response: null,
		first: dayNumber(day),
		last: dayNumber(day),
	};
	expect(judge.judge(shipped.boards.get('J293AP')!, [run]).verdict).toBe('unknown');
});

test('on the day a CVE becomes known to be exploited, a Mac within its deadline is not late', () => {
	const on = (asOf: string) => {
		const query = `behind=2&grace_days=14&exploited_grace_days=7&as_of=${asOf}`;
		const { deadline, days_left, overdue_since } = get(`/advice/J293AP:15.7.8?${query}`);
		return [deadline, days_left, overdue_since];
	};
	expect(on('2026-08-17')).toEqual(['2026-08-20', 3, null]);
	expect(on('2026-08-18')).toEqual(['2026-08-20', 2, null]);
	expect(on('2026-08-21')).toEqual(['2026-08-20', null, '2026-08-20']);
});

test('new releases never reset the time since when a Mac is late', () => {
	// 26.4 of 24 March 2026 has ten successors, often within the 14 days of grace.
	const first = get('/advice/J293AP:26.4?grace_days=14&as_of=2026-04-24');
	const later = ['2026-06-02', '2026-08-07', '2026-08-18', '2026-10-27'].map((asOf) =>
		get(`/advice/J293AP:26.4?behind=1&grace_days=14&as_of=${asOf}`),
	);
	expect(first.overdue_since).toBe('2026-04-23');
	for (const { overdue_since, days_overdue, deadline, as_of } of later) {
		expect([overdue_since, deadline > as_of]).toEqual(['2026-04-23', true]);
		expect(days_overdue).toBe(dayNumber(as_of) - dayNumber('2026-04-23'));
	}
});

describe('version numbers that do not exist', () => {
	test.each(['15.70', '26.4.9', '26'])('%s is unknown and never counts as current', (version) => {
		const advice = get(`/advice/J293AP:${version}?behind=1&grace_days=14`);
		expect(advice).toMatchObject({
			version_standing: 'unknown',
			is_current: null,
			meets_policy: null,
			deadline: null,
			exposure_known: 'unknown',
			missing_count: null,
			action: 'check',
		});
		expect(advice.standing).not.toBe('current');
	});

	test('26.9 is newer than all known: its number decides about the policy, and its fixes are unknown', () => {
		expect(get('/advice/J293AP:26.9?behind=1&grace_days=14')).toMatchObject({
			version_standing: 'newer',
			meets_policy: true,
			exposure_known: 'unknown',
			missing_count: null,
		});
	});
});

test('a beta is not judged, whatever its number', () => {
	expect(get('/advice/J293AP:27.3 (26D5031f)?behind=1&grace_days=14')).toMatchObject({
		version_standing: 'beta',
		meets_policy: null,
		deadline: null,
		is_current: null,
	});
});

test('advice names the day in the enforcement files: tomorrow for a Mac that is late', () => {
	const { deadline, enforced_on } = get('/advice/J293AP:26.6?behind=1&grace_days=14');
	expect([deadline, enforced_on]).toEqual(['2026-11-09', '2026-11-17']);
	const [nudge] = enforcementFiles(shipped, policyOf(day, { behind: 1, graceDays: 14 }, 'any'), 'nudge');
	expect(nudgeChoice(JSON.parse(nudge.body), '26.6')?.date).toBe(`${enforced_on}T12:00:00Z`);
});
