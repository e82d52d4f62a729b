import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { type Live, startLive } from '../live.ts';
import { type FakeMac, fakeMac, type MacOutputs } from './fake-mac.ts';
import { type Recorder, recordExchanges } from './recorder.ts';
import { nameOf, runScript, shells, shellTest, testsUnder } from './run-shell.ts';
import { serve } from './scripted-server.ts';

/** The client sends build and response of a Mac, so that its output agrees with /advice for exactly those. */
let live: Live;
let recorder: Recorder;
let macs: FakeMac[];
beforeAll(async () => {
	live = await startLive();
	recorder = recordExchanges(live.address);
});
afterAll(async () => {
	recorder.stop();
	await live.stop();
});
beforeEach(() => {
	macs = [];
	recorder.exchanges.length = 0;
});
afterEach(() => {
	for (const mac of macs) mac.remove();
});

/** The environment of an M1 MacBook Pro with what sw_vers prints. */
function envOf(outputs: MacOutputs, more: Record<string, string> = {}): Record<string, string> {
	const mac = fakeMac({ target: 'J293AP\n', ...outputs });
	macs.push(mac);
	return {
		...mac.env,
		POINTRELEASE_URL: recorder.address,
		POINTRELEASE_KEY: live.key,
		POINTRELEASE_AS_OF: '2026-11-18',
		...more,
	};
}

const asked = () => recorder.exchanges.map(({ path }) => decodeURIComponent(path));
const policy = { POINTRELEASE_BEHIND: '1', POINTRELEASE_GRACE_DAYS: '14' };

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell, { alsoZsh: true });

		everywhere('the build is sent, so that a beta is a beta', async () => {
			const env = envOf({ version: '27.3\n', build: '26D5031f\n', extra: '\n' }, policy);
			expect(await runScript(['jamf'], env, { shell })).toEqual({
				code: 0,
				out: '<result>beta: 27.3 (26D5031f), not judged</result>\n',
				err: '',
			});
			expect(asked()).toEqual(['/advice/J293AP:27.3 (26D5031f)']);
		});

		everywhere('the letter of a security response is sent where macOS shows one', async () => {
			const more = { ...policy, POINTRELEASE_AS_OF: '2023-05-03' };
			const env = envOf({ version: '13.3.1\n', build: '22E772610a\n', extra: '(a)\n' }, more);
			expect((await runScript(['raw'], env, { shell })).out).toBe('current: 13.3.1 (a), meets the policy\n');
			expect(asked()).toEqual(['/advice/J293AP:13.3.1 (a) (22E772610a)']);
		});

		everywhere('a Mac at its target gets an empty Nudge configuration', async () => {
			for (const version of ['26.7.2', '27.2']) {
				const env = envOf({ version: `${version}\n` }, policy);
				expect(await runScript(['nudge'], env, { shell })).toEqual({
					code: 0,
					out: '{"osVersionRequirements":[]}\n',
					err: '',
				});
			}
		});

		once('Nudge has tomorrow if the deadline has passed, and else the deadline', async () => {
			for (const [asOf, day] of [
				['2026-11-01', '2026-11-09'],
				['2026-11-08', '2026-11-09'],
				['2026-11-09', '2026-11-10'],
				['2026-11-18', '2026-11-19'],
				['2026-12-31', '2027-01-01'],
			]) {
				const env = envOf({ version: '26.7.1\n' }, { ...policy, POINTRELEASE_AS_OF: asOf! });
				const { out } = await runScript(['nudge'], env, { shell });
				expect([asOf, JSON.parse(out).osVersionRequirements]).toEqual([
					asOf,
					[{ requiredMinimumOSVersion: '26.7.2', requiredInstallationDate: `${day}T12:00:00Z` }],
				]);
			}
		});
	});
}

shellTest('before macOS 13 sw_vers prints its usage instead of a letter', async () => {
	await runScript(['plain'], envOf({ version: '12.7.6\n', build: '21H1320\n' }));
	expect(asked()).toEqual(['/advice/J293AP:12.7.6 (21H1320)']);
});

shellTest('what does not look like a build or a letter is not sent', async () => {
	for (const outputs of [
		{ build: 'unknown\n', extra: '(beta)\n' },
		{ build: '21H1320/../x\n', extra: '(A)\n' },
		{ build: '', extra: 'a\n' },
	])
		await runScript(['plain'], envOf({ version: '12.7.6\n', ...outputs }));
	expect(asked()).toEqual(Array(3).fill('/advice/J293AP:12.7.6'));
});

shellTest('this-mac prints board and version alone', async () => {
	const env = envOf({ version: '13.3.1\n', build: '22E772610a\n', extra: '(a)\n' });
	expect((await runScript(['this-mac'], env)).out).toBe('J293AP:13.3.1\n');
});

shellTest('the line of each verdict follows the record', async () => {
	for (const [item, asOf, line] of [
		// A response that the Mac does not report, and one that is not the latest.
		[
			'J293AP:13.3.1 (22E261)',
			'2023-05-03',
			'current: 13.3.1, check whether 13.3.1 (a) is installed, meets the policy',
		],
		['J293AP:13.4.1 (a)', '2023-07-13', 'behind: 13.4.1 (a), install 13.4.1 (c), meets the policy'],
		// An update that keeps the version.
		[
			'Mac-27AD2F918AE68F61:10.15.7 (19H15)',
			'2021-08-01',
			'behind: 10.15.7, install build 19H1323, meets the policy',
		],
		['J293AP:27.2 (26C5031f)', '2026-11-18', 'beta: 27.2 (26C5031f), not judged, next 27.2, latest 27.2'],
		['J293AP:14.9 (23K5031f)', '2026-11-18', 'beta: 14.9 (23K5031f), not judged, support ended 2026-09-14'],
		['J293AP:15.70', '2026-11-18', 'unknown: 15.70 is not a known release, not judged'],
		['J293AP:26', '2026-11-18', 'unknown: 26 is not a known release, not judged'],
		[
			'J293AP:14.70',
			'2026-11-18',
			'unknown: 14.70 is not a known release, not judged, support ended 2026-09-14',
		],
		['J293AP:26.9', '2026-11-18', 'current: 26.9, newer than any known release, meets the policy'],
		['J293AP:27.2 (25Z99)', '2026-11-18', 'current: 27.2, not judged by the policy'],
		['J293AP:15.8.2', '2026-11-18', 'below policy: 15.8.2, policy requires 26.7.2, overdue since 2026-09-28'],
	] as const) {
		const env = envOf({}, { ...policy, POINTRELEASE_ITEM: item, POINTRELEASE_AS_OF: asOf });
		expect([item, (await runScript(['raw'], env)).out]).toEqual([item, `${line}\n`]);
	}
});

/** An answer of a service, with some facts. */
const answer = (facts: Record<string, string>) => ({
	body: Object.entries({
		board_id: 'J293AP',
		version: '27.3',
		is_current: '',
		maybe_fixed_count: '0',
		...facts,
	})
		.map(([name, value]) => `${name}=${value}\n`)
		.join(''),
});

shellTest(
	'a Mac on a release that it is no longer offered, above the latest one, waits for the next',
	async () => {
		const withdrawn = { version_standing: 'withdrawn', standing: '', action: 'check' };
		const server = await serve([answer({ ...withdrawn, meets_policy: 'true', meets_target: 'true' })]);
		const env = envOf({ version: '27.3\n' }, { ...policy, POINTRELEASE_URL: server.address });
		expect((await runScript(['raw'], env)).out).toBe(
			'no longer offered: 27.3, wait for the next release, meets the policy\n',
		);
		expect((await runScript(['nudge'], env)).out).toBe('{"osVersionRequirements":[]}\n');
		await server.stop();
	},
);

shellTest('Nudge has the day that the service would enforce', async () => {
	const late = { meets_target: 'false', target_version: '27.3', target_since: '2026-10-01' };
	for (const [facts, day] of [
		[{ deadline: '2026-11-12', enforced_on: '2026-11-25' }, '2026-11-25'],
		[{ deadline: '2026-11-25' }, '2026-11-25'],
		[{ deadline: '2026-11-12' }, '2026-11-19'],
	] as const) {
		const server = await serve([answer({ ...late, ...facts })]);
		const env = envOf({ version: '27.2\n' }, { ...policy, POINTRELEASE_URL: server.address });
		const { out } = await runScript(['nudge'], env);
		expect(JSON.parse(out).osVersionRequirements).toEqual([
			{ requiredMinimumOSVersion: '27.3', requiredInstallationDate: `${day}T12:00:00Z` },
		]);
		await server.stop();
	}
});

shellTest('the day of an old answer does not stay in the past', async () => {
	const late = { meets_target: 'false', target_version: '27.3', target_since: '2020-10-01' };
	const server = await serve([
		answer({ ...late, as_of: '2020-11-01', deadline: '2020-11-01', enforced_on: '2020-11-02' }),
	]);
	const { POINTRELEASE_AS_OF: _, ...env } = envOf(
		{ version: '27.2\n' },
		{ ...policy, POINTRELEASE_URL: server.address, POINTRELEASE_TRIES: '1' },
	);
	await runScript(['plain'], env);
	await server.stop();
	const before = Date.now();
	const [required] = JSON.parse((await runScript(['nudge'], env)).out).osVersionRequirements;
	const days = [before, Date.now()].map((time) => new Date(time + 86_400_000).toISOString().slice(0, 10));
	expect(days).toContain(required.requiredInstallationDate.slice(0, 10));
});
