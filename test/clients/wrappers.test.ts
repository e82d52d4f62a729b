import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Live, startLive } from '../live.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { pointreleaseScript, runCommand, shellTest } from './run-shell.ts';

const clients = fileURLToPath(new URL('../../deploy/clients', import.meta.url));
const installSettings = join(clients, 'jamf/install-settings.sh');

let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());
beforeEach(async () => {
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	env = {
		...mac.env,
		POINTRELEASE_SCRIPT: pointreleaseScript,
		POINTRELEASE_AS_OF: '2025-03-01',
		POINTRELEASE_TRIES: '1',
		NUDGE_JSON: join(mac.folder, 'nudge.json'),
	};
	await runCommand([installSettings, '/', 'A Mac', 'someone', live.key, live.address], env);
});
afterEach(() => mac.remove());

shellTest('the Jamf policy script writes settings that only their owner can read', async () => {
	const settings = join(mac.folder, 'settings');
	expect(readFileSync(join(settings, 'key'), 'utf8')).toBe(`${live.key}\n`);
	expect(readFileSync(join(settings, 'address'), 'utf8')).toBe(`${live.address}\n`);
	for (const file of ['', 'key', 'address'])
		expect((await Bun.file(join(settings, file)).stat()).mode & 0o077).toBe(0);
});

shellTest('the Jamf policy script refuses to write half of the settings', async () => {
	const refused = await runCommand([installSettings, '/', 'A Mac', 'someone', live.key], env);
	expect(refused.code).toBe(1);
});

shellTest('the Jamf policy script writes a policy, and replaces it completely', async () => {
	const settings = join(mac.folder, 'settings');
	const install = (policy: string) =>
		runCommand([installSettings, '/', 'A Mac', 'someone', live.key, live.address, '', policy], env);
	const files = () =>
		readdirSync(settings)
			.toSorted()
			.filter((name) => name !== 'key' && name !== 'address')
			.map((name) => `${name}=${readFileSync(join(settings, name), 'utf8').trimEnd()}`);
	await install('standard grace_days=7 exclude=26.6.1,26.6.2');
	const whole = ['exclude=26.6.1,26.6.2', 'grace_days=7', 'policy=standard'];
	expect(files()).toEqual(whole);
	await install('');
	expect(files()).toEqual(whole);
	expect((await install('grace=7')).err).toStartWith(
		'"grace" is not a policy term: expected one of policy behind',
	);
	expect(files()).toEqual(whole);
	await install('behind=1');
	expect(files()).toEqual(['behind=1']);
	await install('none');
	expect(files()).toEqual([]);
});

shellTest('the Jamf policy script adds another address to the list, and the next one answers', async () => {
	const settings = join(mac.folder, 'settings');
	writeFileSync(join(settings, 'second-address'), 'http://of-an-earlier-version\n');
	const words = [installSettings, '/', 'A Mac', 'someone', live.key, 'http://127.0.0.1:1', live.address];
	expect(await runCommand(words, env)).toEqual({ code: 0, out: '', err: '' });
	expect(readFileSync(join(settings, 'address'), 'utf8')).toBe(`http://127.0.0.1:1 ${live.address}\n`);
	expect(readdirSync(settings).toSorted()).toEqual(['address', 'key']);
	const { out } = await runCommand([join(clients, 'jamf/extension-attribute.sh')], env);
	expect(out).toStartWith('<result>behind: 14.7.2');
});

shellTest('the Jamf policy script refuses a key in the base64 form of the mail', async () => {
	const words = [installSettings, '/', 'A Mac', 'someone', btoa(live.key), live.address];
	const refused = await runCommand(words, env);
	expect([refused.code, refused.err]).toEqual([
		1,
		'parameter 4 is not a license key of the form XXXX-XXXX-XXXX-XXXX: decode the base64 key of the mail first\n',
	]);
	expect(readFileSync(join(mac.folder, 'settings/key'), 'utf8')).toBe(`${live.key}\n`);
});

shellTest('the Jamf extension attribute prints a result with those settings', async () => {
	const { out } = await runCommand([join(clients, 'jamf/extension-attribute.sh')], env);
	expect(out).toBe('<result>behind: 14.7.2, next 14.7.3, latest 14.7.4</result>\n');
});

shellTest('the Jamf extension attribute reports a missing script', async () => {
	const missing = { ...env, POINTRELEASE_SCRIPT: '/nowhere/pointrelease.sh' };
	const { out } = await runCommand([join(clients, 'jamf/extension-attribute.sh')], missing);
	expect(out).toBe('<result>error: pointrelease.sh is not installed</result>\n');
});

shellTest('the Munki condition writes the facts, and succeeds even without an answer', async () => {
	const log = join(mac.folder, 'defaults.log');
	expect((await runCommand([join(clients, 'munki/pointrelease')], env)).code).toBe(0);
	expect(readFileSync(log, 'utf8')).toContain('pointrelease_meets_target -bool false\n');
	const down = { ...env, POINTRELEASE_URL: 'http://127.0.0.1:1' };
	expect((await runCommand([join(clients, 'munki/pointrelease')], down)).code).toBe(0);
});

shellTest('an answer replaces the Nudge configuration, and without an answer it stays', async () => {
	writeFileSync(env.NUDGE_JSON!, 'before');
	const script = join(clients, 'nudge/write-nudge-configuration.sh');
	const down = { ...env, POINTRELEASE_URL: 'http://127.0.0.1:1' };
	expect((await runCommand([script], down)).code).toBe(1);
	expect(readFileSync(env.NUDGE_JSON!, 'utf8')).toBe('before');
	for (const days of ['08', 'x']) {
		const wrong = { ...env, POINTRELEASE_GRACE_DAYS: days };
		expect((await runCommand([script], wrong)).code).toBe(1);
		expect(readFileSync(env.NUDGE_JSON!, 'utf8')).toBe('before');
	}
	expect((await runCommand([script], env)).code).toBe(0);
	const [required] = JSON.parse(readFileSync(env.NUDGE_JSON!, 'utf8')).osVersionRequirements;
	expect(required).toEqual({
		requiredMinimumOSVersion: '15.3.1',
		// Two weeks after 15.3.1 came out have passed, so it is tomorrow.
		requiredInstallationDate: '2025-03-02T12:00:00Z',
	});
	// Nudge runs as the user.
	expect((await Bun.file(env.NUDGE_JSON!).stat()).mode & 0o777).toBe(0o644);
	expect(readdirSync(mac.folder).filter((name) => name.startsWith('nudge.json'))).toEqual(['nudge.json']);
});
