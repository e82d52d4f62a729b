import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { nameOf, pointreleaseScript, runScript, shells, shellTest, testsUnder } from './run-shell.ts';

/** A policy that a service knows by its name. */
const standard = { behind: 1, defer_days: 14, grace_days: 14, exploited_grace_days: 3 };

let live: Live;
let folder: string;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-policies-'));
	const file = join(folder, 'policies.json');
	writeFileSync(file, JSON.stringify({ policies: { standard } }));
	live = await startLive({ POLICIES: file });
});
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
	await live.stop();
});
beforeEach(() => {
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	env = {
		...mac.env,
		POINTRELEASE_URL: live.address,
		POINTRELEASE_KEY: live.key,
		POINTRELEASE_AS_OF: '2025-03-01',
	};
});
afterEach(() => mac.remove());

/** Writes settings as they are deployed, a file for each. */
function deploy(settings: Record<string, string>): void {
	const home = join(mac.folder, 'settings');
	mkdirSync(home, { recursive: true });
	for (const [name, value] of Object.entries(settings)) writeFileSync(join(home, name), value);
}

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell);
		everywhere('plain prints one fact per line', async () => {
			const { out } = await runScript([], env, { shell });
			const facts = Object.fromEntries(
				out
					.trimEnd()
					.split('\n')
					.map((line) => line.split('=')),
			);
			expect(facts).toMatchObject({
				board_id: 'J293AP',
				version: '14.7.2',
				is_current: 'false',
				next_version: '14.7.3',
				latest_version: '14.7.4',
				releases_behind: '2',
				as_of: '2025-03-01',
				latest_major_version: '15.3.1',
				meets_target: 'false',
				standing: 'behind',
				support: 'maintained',
				exploited_missing_count: '0',
				deadline: '',
				meets_policy: '',
			});
		});

		everywhere('raw prints one fact, a count also by its short name', async () => {
			for (const [name, value] of [
				['support', 'maintained'],
				['exploited_missing', '0'],
				['missing_count', '48'],
				['deadline', ''],
			] as const) {
				const printed = await runScript(['raw', name], env, { shell });
				expect([name, printed]).toEqual([name, { code: 0, out: `${value}\n`, err: '' }]);
			}
		});

		once('raw without a name prints a sentence, which requires nothing without a policy', async () => {
			expect((await runScript(['raw'], env, { shell })).out).toBe(
				'behind: 14.7.2, next 14.7.3, latest 14.7.4\n',
			);
		});

		everywhere('the version of Safari is asked with, and its missing fixes are said', async () => {
			const info = '/System/Volumes/Preboot/Cryptexes/App/System/Applications/Safari.app/Contents/Info';
			const install = (version: string, build: string) =>
				writeFileSync(
					join(mac.folder, 'defaults.log'),
					`${info} CFBundleShortVersionString -string ${version}\n${info} CFBundleVersion -string ${build}\n`,
				);
			const sequoia = { ...env, POINTRELEASE_AS_OF: '2026-11-01' };
			writeFileSync(join(mac.folder, 'version'), '15.8.2\n');
			const ask = async (...words: string[]) => (await runScript(words, sequoia, { shell })).out.trimEnd();
			install('26.4', '20624.1.16.18.2');
			expect(await ask('raw', 'safari')).toBe('26.4');
			const latest = await ask('raw', 'latest_safari');
			expect(await ask('raw')).toEndWith(`, update Safari to ${latest}`);
			install(latest, '605.1.15');
			expect([await ask('raw', 'safari'), await ask('raw', 'safari_missing')]).toEqual([latest, '0']);
			expect(await ask('raw')).not.toContain('Safari');
			install('605.1.15', '20624.1.16.18.2');
			expect(await ask('raw', 'safari')).toBe('');
		});

		once('the policy is read from files beside address and key', async () => {
			deploy({ behind: '1\n', defer_days: ' 14 \r\n', exclude: '14.7.4, 14.7.3\n', grace_days: '7' });
			const { out } = await runScript(['plain'], env, { shell });
			for (const line of ['behind=1', 'defer_days=14', 'exclude=14.7.4,14.7.3', 'grace_days=7'])
				expect(out.split('\n')).toContain(line);
			expect((await runScript(['jamf'], env, { shell })).out).toBe(
				'<result>behind: 14.7.2, next 14.7.3, latest 14.7.4, meets the policy</result>\n',
			);
		});

		once('a named policy of the service is used, and terms override it', async () => {
			deploy({ policy: 'standard\n' });
			expect((await runScript(['jamf'], env, { shell })).out).toBe(
				'<result>behind: 14.7.2, next 14.7.3, latest 14.7.4, policy requires 14.7.4, overdue since 2025-02-24</result>\n',
			);
			const { out } = await runScript(
				['raw', 'deadline'],
				{ ...env, POINTRELEASE_GRACE_DAYS: '9' },
				{ shell },
			);
			expect(out).toBe('2025-03-05\n');
		});

		once('jamf shows that a release was not made for this Mac', async () => {
			const wrong = { POINTRELEASE_ITEM: 'J140KAP:15.1', POINTRELEASE_BEHIND: '2' };
			expect((await runScript(['jamf'], { ...env, ...wrong }, { shell })).out).toBe(
				'<result>not made for this Mac: 15.1, check the version</result>\n',
			);
		});

		once('jamf reports an unknown fact by its name', async () => {
			for (const name of ['nosuchfact', 'latest.version', '<b>']) {
				const { code, out } = await runScript(['jamf', name], env, { shell });
				expect([code, out]).toEqual([
					0,
					`<result>error: there is no fact "${name.replace(/[<>]/g, '')}"</result>\n`,
				]);
			}
		});

		everywhere('an invalid number is reported by its name before the service is called', async () => {
			for (const [name, value] of [
				['GRACE_DAYS', '08'],
				['BEHIND', '-1'],
				['DEFER_MAJOR_DAYS', '1.5'],
				['TIMEOUT', 'x'],
				['TRIES', '99999'],
				['JITTER', '1 2'],
			] as const) {
				const wrong = { ...env, [`POINTRELEASE_${name}`]: value };
				expect(await runScript(['nudge'], wrong, { shell })).toEqual({
					code: 1,
					out: '',
					err: `pointrelease: POINTRELEASE_${name} is "${value}": expected a whole number from 0 to 9999\n`,
				});
			}
		});

		everywhere('a Jamf policy gives key, address, mode and fact as its parameters 4 to 7', async () => {
			const { POINTRELEASE_URL: url, POINTRELEASE_KEY: key, ...rest } = env;
			const words = ['/', 'A Mac', 'someone', key!, url!, 'jamf', 'releases_behind'];
			expect((await runScript(words, rest, { shell })).out).toBe('<result>2</result>\n');
		});

		once('munki writes each fact as a condition of its type', async () => {
			expect(await runScript(['munki'], env, { shell })).toEqual({ code: 0, out: '', err: '' });
			const written = readFileSync(join(mac.folder, 'defaults.log'), 'utf8').trimEnd().split('\n');
			const plist = '/Library/Managed Installs/ConditionalItems';
			expect(written[0]).toBe(`${plist} pointrelease_answered -bool true`);
			expect(written).toContain(`${plist} pointrelease_is_current -bool false`);
			expect(written).toContain(`${plist} pointrelease_releases_behind -int 2`);
			expect(written).toContain(`${plist} pointrelease_latest_version -string 14.7.4`);
			expect(written).toContain(`${plist} pointrelease_latest_major -string 15`);
			expect(written).toContain(`${plist} pointrelease_support -string maintained`);
			expect(written).toContain(`${plist} pointrelease_exploited_missing_count -int 0`);
			expect(written.filter((line) => line.includes('pointrelease_deadline'))).toEqual([]);
		});

		everywhere('nudge asks for the version of the policy until its deadline', async () => {
			deploy({ behind: '1', grace_days: '20' });
			const { out } = await runScript(['nudge'], env, { shell });
			expect(JSON.parse(out)).toEqual({
				osVersionRequirements: [
					// 14.7.4 was released on 10 February: twenty days end in March.
					{ requiredMinimumOSVersion: '14.7.4', requiredInstallationDate: '2025-03-02T12:00:00Z' },
				],
			});
		});

		once('key and address are read from files when the environment has none', async () => {
			deploy({ key: `${live.key}\r\n`, address: `${live.address}/\n` });
			const { POINTRELEASE_URL: _url, POINTRELEASE_KEY: _key, ...rest } = env;
			expect((await runScript(['raw', 'version'], rest, { shell })).out).toBe('14.7.2\n');
		});
	});
}

shellTest('munki writes the required version and the deadline', async () => {
	deploy({ policy: 'standard\n' });
	await runScript(['munki'], env);
	const written = readFileSync(join(mac.folder, 'defaults.log'), 'utf8');
	for (const condition of [
		'meets_policy -bool false',
		'deadline -string 2025-03-10',
		'days_overdue -int 5',
		'exploited_grace_days -int 3',
		'policy -string standard',
	])
		expect(written).toContain(`ConditionalItems pointrelease_${condition}\n`);
});

shellTest('jamf prints one fact by its name', async () => {
	expect((await runScript(['jamf', 'latest_version'], env)).out).toBe('<result>14.7.4</result>\n');
});

shellTest('another Mac is asked about by its board and version', async () => {
	const { out } = await runScript(['jamf'], { ...env, POINTRELEASE_ITEM: 'Mac14,2:13.0' });
	expect(out).toStartWith('<result>behind: 13.0, ');
});

shellTest('each state has its own sentence', async () => {
	for (const [item, policy, words] of [
		['J293AP:27.2', '', 'current: 27.2'],
		['J293AP:27.2', 'standard', 'current: 27.2, meets the policy'],
		['J293AP:26.6.2', '', 'behind: 26.6.2, next 26.7, latest 26.7.2, 1 exploited vulnerability'],
		[
			'J293AP:14.7.2',
			'standard',
			'ended: 14.7.2, support ended 2026-09-14, latest 14.8.9, 6 exploited vulnerabilities, policy requires 26.7.1, overdue since 2025-02-24',
		],
		['J293AP:13.7.8', '', 'ended: 13.7.8, support ended 2025-09-15'],
		[
			'Mac-827FAC58A8FDFA22:14.8.9',
			'standard',
			'ended: 14.8.9, support ended 2026-09-14, last major version for this Mac, hardware cannot meet the policy',
		],
		['J293AP:10.15.7', '', 'not made for this Mac: 10.15.7'],
	] as const) {
		const asked = {
			...env,
			POINTRELEASE_AS_OF: '2026-11-01',
			POINTRELEASE_ITEM: item,
			POINTRELEASE_POLICY: policy,
		};
		expect((await runScript(['raw'], asked)).out).toBe(`${words}\n`);
	}
});

shellTest(
	'without a grace period Nudge allows two weeks, across the end of a year and 29 February',
	async () => {
		for (const [asOf, date] of [
			['2022-12-20', '2022-12-27'],
			['2023-12-20', '2024-01-02'],
			['2024-02-15', '2024-02-22'],
			['2025-02-20', '2025-02-24'],
		] as const) {
			const asked = { ...env, POINTRELEASE_AS_OF: asOf, POINTRELEASE_ITEM: 'J293AP:12.0.1' };
			const { out } = await runScript(['nudge'], asked);
			const [required] = JSON.parse(out).osVersionRequirements;
			expect([asOf, required.requiredInstallationDate]).toEqual([asOf, `${date}T12:00:00Z`]);
		}
	},
);

shellTest('--help lists every mode and every setting that the script reads', async () => {
	const { code, out, err } = await runScript(['--help'], mac.env);
	expect([code, err]).toEqual([0, '']);
	const script = readFileSync(pointreleaseScript, 'utf8');
	const read = new Set(script.split('USAGE\n}')[1]!.match(/POINTRELEASE_[A-Z_]+[A-Z]/g));
	for (const name of read) expect(out).toContain(name);
	for (const term of [
		'policy',
		'behind',
		'defer_days',
		'defer_major_days',
		'exclude',
		'grace_days',
		'exploited_grace_days',
	])
		expect(out).toMatch(new RegExp(`  POINTRELEASE_${term.toUpperCase()} +${term} `));
	for (const mode of ['plain', 'raw', 'jamf', 'munki', 'nudge', 'license', 'this-mac'])
		expect(out).toContain(`pointrelease.sh ${mode === 'plain' ? '[plain]' : mode}`);
});
