import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Live, startLive } from '../live.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { pointreleaseScript, runCommand, runScript, shellTest } from './run-shell.ts';

/** The documents of the kit show exactly what its scripts print for the named Macs and policy. */
const clients = fileURLToPath(new URL('../../deploy/clients', import.meta.url));
const readme = (folder: string) => readFileSync(join(clients, folder, 'README.md'), 'utf8');
const policy = { behind: '1', defer_days: '14', grace_days: '14', exploited_grace_days: '3' };

let live: Live;
let folder: string;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	live = await startLive();
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-kit-'));
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	env = { ...mac.env, POINTRELEASE_SCRIPT: pointreleaseScript, POINTRELEASE_AS_OF: '2026-11-01' };
	mkdirSync(env.POINTRELEASE_HOME!);
	for (const [name, value] of Object.entries({ ...policy, address: live.address, key: live.key }))
		writeFileSync(join(env.POINTRELEASE_HOME!, name), `${value}\n`);
});
afterAll(async () => {
	mac.remove();
	rmSync(folder, { recursive: true, force: true });
	await live.stop();
});

/** The cells of the rows of a table, without backticks. */
function rowsOf(text: string, head: string): string[][] {
	const lines = text
		.slice(text.indexOf(`| ${head}`))
		.split('\n\n')[0]!
		.trimEnd()
		.split('\n');
	return lines.slice(2).map((line) =>
		line
			.split('|')
			.slice(1, -1)
			.map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')),
	);
}

shellTest('the facts of the shell client have the values that its document shows', async () => {
	const rows = rowsOf(readme('shell'), 'fact |');
	expect(rows.length).toBeGreaterThan(10);
	for (const [name, value] of rows)
		expect([name!, (await runScript(['raw', name!], env)).out]).toEqual([name!, `${value}\n`]);
});

/** A script of the kit with another fact, changed as its document says. */
function withFact(file: string, fact: string): string {
	const text = readFileSync(join(clients, file), 'utf8');
	const changed = join(folder, 'changed.sh');
	writeFileSync(changed, text.replace(/^fact=.*$/m, `fact=${fact}`));
	chmodSync(changed, 0o755);
	return changed;
}

shellTest('the Jamf attribute prints what its document shows, and so does each fact', async () => {
	const sentences = /^```text\n(.*?)^```/ms.exec(readme('jamf'))![1]!.trimEnd().split('\n');
	const printed: string[] = [];
	const ask = async (item: string, fact = '', more = {}) => {
		const script = withFact('jamf/extension-attribute.sh', fact);
		return (await runCommand([script], { ...env, ...more, POINTRELEASE_ITEM: item })).out;
	};
	for (const item of [
		'J293AP:27.2',
		'J293AP:26.6',
		'J293AP:15.8.2',
		'Mac-827FAC58A8FDFA22:14.8.9',
		'J293AP:27.3 (26D5031f)',
		'J293AP:15.70',
		'J140KAP:15.1',
	])
		printed.push(await ask(item));
	printed.push(await ask('J293AP:27.2', '', { POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' }));
	expect(printed).toEqual(sentences.map((sentence) => `<result>${sentence}</result>\n`));
	for (const [fact, , result] of rowsOf(readme('jamf'), '`fact` |'))
		expect([fact!, await ask('J293AP:26.6', fact!)]).toEqual([fact!, `${result}\n`]);
});

shellTest(
	'the Intune attribute prints what its document shows, and the sentence without a name',
	async () => {
		const ask = async (fact: string) =>
			(await runCommand([withFact('intune/custom-attribute.sh', fact)], env)).out;
		for (const [fact, , printed] of rowsOf(readme('intune'), '`fact=` |'))
			expect([fact!, await ask(fact!)]).toEqual([fact!, `${printed}\n`]);
		expect(await ask('')).toStartWith('ended: 14.7.2, ');
		// This Mac tells nothing of itself: a code, a sentence, and the next step.
		expect(await ask('why')).toBe(
			[
				'not-told',
				'The Mac does not say why (pointrelease.sh, 1 November 2026).',
				'Look at the report of the fleet, which knows what its MDM tells.\n',
			].join('\n'),
		);
	},
);

shellTest('the Munki conditions have the types and values that the document shows', async () => {
	expect((await runCommand([join(clients, 'munki/pointrelease')], env)).code).toBe(0);
	const written = readFileSync(join(mac.folder, 'defaults.log'), 'utf8').split('\n');
	const rows = rowsOf(readme('munki'), 'condition |');
	expect(rows.length).toBeGreaterThan(10);
	for (const [name, kind, value] of rows)
		expect(written).toContain(`/Library/Managed Installs/ConditionalItems ${name} -${kind} ${value}`);
	// The conditions in the manifest of the document are among them.
	const [, condition] = /<string>(pointrelease_.*)<\/string>/.exec(readme('munki'))!;
	for (const name of condition!.match(/pointrelease_\w+/g)!)
		expect(rows.map(([one]) => one!)).toContain(name);
});

shellTest('the Nudge configuration is the one that its document shows', async () => {
	const file = join(folder, 'nudge.json');
	const script = join(clients, 'nudge/write-nudge-configuration.sh');
	expect((await runCommand([script], { ...env, NUDGE_JSON: file })).code).toBe(0);
	const [, shown] = /^```json\n(.*?)^```/ms.exec(readme('nudge'))!;
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(JSON.parse(shown!));
});

shellTest(
	'for a Mac that cannot meet the policy Nudge requires the latest release of its last major version',
	async () => {
		const dropped = { ...env, POINTRELEASE_ITEM: 'Mac-827FAC58A8FDFA22:13.7.8' };
		const { out } = await runScript(['nudge'], dropped);
		expect(JSON.parse(out).osVersionRequirements[0].requiredMinimumOSVersion).toBe('14.8.9');
	},
);

test('the LaunchDaemon runs the script of the document, and lets each Mac wait for its turn', () => {
	const plist = readFileSync(join(clients, 'nudge/pointrelease.nudge.plist'), 'utf8');
	const values = [...plist.matchAll(/<(key|string|integer)>([^<]*)</g)].map(([, , text]) => text);
	expect(values).toEqual([
		'Label',
		'pointrelease.nudge',
		'ProgramArguments',
		'/usr/local/bin/write-nudge-configuration.sh',
		'EnvironmentVariables',
		'POINTRELEASE_JITTER',
		'3600',
		'StartCalendarInterval',
		'Hour',
		'9',
		'Minute',
		'0',
	]);
});
