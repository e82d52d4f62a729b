import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { nameOf, runScript, shells, shellTest } from './run-shell.ts';

let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());
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

function current(): FakeMac {
	writeFileSync(join(mac.folder, 'version'), '15.3.1\n');
	return mac;
}

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		shellTest('plain prints every fact on a line of its own', async () => {
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
			});
		});

		shellTest('jamf prints a sentence about a Mac that is behind', async () => {
			expect((await runScript(['jamf'], env, { shell })).out).toBe(
				'<result>behind: 14.7.2, next 14.7.3, latest 14.7.4, policy asks for 15.3.1</result>\n',
			);
		});

		shellTest('jamf prints a sentence about a Mac that is current', async () => {
			current();
			expect((await runScript(['jamf'], env, { shell })).out).toBe(
				'<result>current: 15.3.1, meets the policy</result>\n',
			);
		});

		shellTest('jamf does not praise a Mac for a release that was not made for it', async () => {
			const wrong = { POINTRELEASE_ITEM: 'J140KAP:15.1', POINTRELEASE_BEHIND: '2' };
			expect((await runScript(['jamf'], { ...env, ...wrong }, { shell })).out).toBe(
				'<result>not made for this Mac: 15.1, policy asks for 13.7.4</result>\n',
			);
		});

		shellTest('jamf prints one fact by its name', async () => {
			expect((await runScript(['jamf', 'latest_version'], env, { shell })).out).toBe(
				'<result>14.7.4</result>\n',
			);
		});

		shellTest('jamf names a fact that there is none of', async () => {
			for (const name of ['nosuchfact', 'latest.version', '<b>']) {
				const { code, out } = await runScript(['jamf', name], env, { shell });
				expect([code, out]).toEqual([
					0,
					`<result>error: no fact is called "${name.replace(/[<>]/g, '')}"</result>\n`,
				]);
			}
		});

		shellTest('a number that is none is refused by its name before anybody is asked', async () => {
			for (const name of ['GRACE_DAYS', 'TIMEOUT', 'TRIES']) {
				for (const value of ['08', 'x', '-1', '1.5', '99999', '1 2']) {
					const wrong = { ...env, [`POINTRELEASE_${name}`]: value };
					const { code, out, err } = await runScript(['nudge'], wrong, { shell });
					expect([code, out]).toEqual([1, '']);
					expect(err).toContain(`POINTRELEASE_${name}=${value}`);
				}
			}
			const none = { ...env, POINTRELEASE_GRACE_DAYS: '0' };
			expect((await runScript(['nudge'], none, { shell })).out).toContain('"2025-02-10T00:00:00Z"');
		});

		shellTest('a Jamf policy gives key, address, mode and fact as its parameters 4 to 7', async () => {
			const { POINTRELEASE_URL: url, POINTRELEASE_KEY: key, ...rest } = env;
			const words = ['/', 'A Mac', 'someone', key!, url!, 'jamf', 'releases_behind'];
			expect((await runScript(words, rest, { shell })).out).toBe('<result>2</result>\n');
		});

		shellTest('munki writes each fact as a condition of its type', async () => {
			expect(await runScript(['munki'], env, { shell })).toEqual({ code: 0, out: '', err: '' });
			const written = readFileSync(join(mac.folder, 'defaults.log'), 'utf8').trimEnd().split('\n');
			const plist = '/Library/Managed Installs/ConditionalItems';
			expect(written[0]).toBe(`${plist} pointrelease_answered -bool true`);
			expect(written).toContain(`${plist} pointrelease_is_current -bool false`);
			expect(written).toContain(`${plist} pointrelease_releases_behind -int 2`);
			expect(written).toContain(`${plist} pointrelease_latest_version -string 14.7.4`);
			expect(written).toContain(`${plist} pointrelease_latest_major -string 15`);
		});

		shellTest('nudge asks for the version of the policy, some days after it came out', async () => {
			const policy = { POINTRELEASE_BEHIND: '1', POINTRELEASE_GRACE_DAYS: '20' };
			const { out } = await runScript(['nudge'], { ...env, ...policy }, { shell });
			expect(JSON.parse(out)).toEqual({
				osVersionRequirements: [
					// 14.7.4 came out on 10 February: the days run past the end of that month.
					{ requiredMinimumOSVersion: '14.7.4', requiredInstallationDate: '2025-03-02T00:00:00Z' },
				],
			});
		});

		shellTest('another Mac is asked about by its board and version', async () => {
			const { out } = await runScript(['jamf'], { ...env, POINTRELEASE_ITEM: 'Mac14,2:13.0' }, { shell });
			expect(out).toStartWith('<result>behind: 13.0, ');
		});

		shellTest('key and address are read from files when the environment has none', async () => {
			const settings = join(mac.folder, 'settings');
			mkdirSync(settings);
			writeFileSync(join(settings, 'key'), `${live.key}\r\n`);
			writeFileSync(join(settings, 'address'), `${live.address}/\n`);
			const { POINTRELEASE_URL: _url, POINTRELEASE_KEY: _key, ...rest } = env;
			expect((await runScript(['jamf', 'version'], rest, { shell })).out).toBe('<result>14.7.2</result>\n');
		});
	});
}

shellTest('the days of grace run over the end of a year and through the 29th of February', async () => {
	for (const [asOf, days, date] of [
		['2023-12-12', '21', '2024-01-01'],
		['2024-01-23', '38', '2024-02-29'],
		['2023-01-24', '37', '2023-03-01'],
	] as const) {
		const policy = { ...env, POINTRELEASE_AS_OF: asOf, POINTRELEASE_GRACE_DAYS: days };
		const { out } = await runScript(['nudge'], policy);
		const [required] = JSON.parse(out).osVersionRequirements;
		expect([asOf, required.requiredInstallationDate]).toEqual([asOf, `${date}T00:00:00Z`]);
	}
});
