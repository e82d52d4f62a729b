import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Live, startLive } from '../live.ts';
import { isFull } from '../size.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { RawAnswers } from './raw-answers.ts';
import { nameOf, type Printed, pointreleaseScript, runCommand, shells, shellTest } from './run-shell.ts';
import { commands, hostileAnswers, hostileFacts } from './wrapper-attacks.ts';

const clients = fileURLToPath(new URL('../../deploy/clients', import.meta.url));

/** What management services run on a Mac. */
const wrappers = {
	jamf: [join(clients, 'jamf/extension-attribute.sh')],
	intune: [join(clients, 'intune/custom-attribute.sh')],
	munki: [join(clients, 'munki/pointrelease')],
	nudge: [join(clients, 'nudge/write-nudge-configuration.sh')],
	shell: [pointreleaseScript, 'plain'],
	'jamf policy': [pointreleaseScript, '/', 'A Mac', 'someone'],
} as const;
type Wrapper = keyof typeof wrappers;
const names = Object.keys(wrappers) as Wrapper[];

let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
/** What the real service answers. */
let advice: string;
const servers = new RawAnswers();
beforeAll(async () => {
	live = await startLive();
	const response = await fetch(`${live.address}/advice/J293AP:14.7.2?as_of=2025-03-01`, {
		headers: { Authorization: live.key, Accept: 'text/plain' },
	});
	advice = await response.text();
});
afterAll(() => live.stop());
beforeEach(() => {
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	command(join(mac.folder, 'bin'), 'ran', `touch "${mac.folder}/it-ran"`);
	env = {
		...mac.env,
		POINTRELEASE_KEY: live.key,
		POINTRELEASE_AS_OF: '2025-03-01',
		POINTRELEASE_TRIES: '1',
		POINTRELEASE_TIMEOUT: '2',
		NUDGE_JSON: join(mac.folder, 'Nudge $(ran) "it\'s".json'),
	};
});
afterEach(() => {
	mac.remove();
	servers.close();
});

/** Runs a wrapper, and the client that it calls, under a shell. */
function run(shell: string, wrapper: Wrapper, changed: Record<string, string>): Promise<Printed> {
	const client = join(mac.folder, 'bin/client');
	command(join(mac.folder, 'bin'), 'client', `exec ${shell} ${pointreleaseScript} "$@"`);
	const words = [shell, ...wrappers[wrapper]];
	return runCommand(words, { ...env, POINTRELEASE_SCRIPT: client, ...changed }, mac.folder);
}

/** What the Mac keeps: the configuration of Nudge, the cached answers, and what Munki was told. */
function kept() {
	const cache = join(mac.folder, 'cache');
	const files = existsSync(cache) ? readdirSync(cache).toSorted() : [];
	const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
	return {
		nudge: read(env.NUDGE_JSON!),
		answers: files.map((file) => [file, read(join(cache, file))]),
		munki: read(join(mac.folder, 'defaults.log')),
	};
}

const printed = /^[\x20-\x7e\n]*$/;
const unanswered = '/Library/Managed Installs/ConditionalItems pointrelease_answered -bool false\n';

/** Nothing ran, and nothing that a terminal or a log would execute was printed, nor the key. */
function expectHarmless(what: string, { out, err }: Printed): void {
	expect([what, existsSync(join(mac.folder, 'it-ran'))]).toEqual([what, false]);
	const astray = readdirSync(mac.folder).filter((file) => file === 'ran' || file.startsWith('pointrelease.'));
	expect([what, astray]).toEqual([what, []]);
	for (const text of [out, err]) {
		expect([what, text, printed.test(text)]).toEqual([what, text, true]);
		expect([what, text.includes(live.key)]).toEqual([what, false]);
	}
}

/**
 * A usual run plays some of the attacks, by turns on each wrapper and under each shell; a full run plays all under every
 * shell, and under the first one on every wrapper.
 */
const turns = <T>(all: readonly T[], at: number): readonly T[] => (isFull ? all : [all[at % all.length]!]);
const every = (step: number) => [...hostileAnswers('').entries()].filter(([at]) => isFull || at % step === 0);

describe('a hostile answer runs nothing, replaces nothing, and is never good news', () => {
	// The advice is read before the tests run, and only its names are needed here.
	for (const [at, { name }] of every(3))
		for (const shell of turns(shells, at))
			shellTest(`${name}, under ${nameOf(shell)}`, async () => {
				const { head, body, isSilent } = hostileAnswers(advice)[at]!;
				const hostile = isSilent ? await servers.answering(() => {}) : await servers.answer(body, head);
				const turn = at + shells.indexOf(shell);
				for (const wrapper of shell === shells[0] ? turns(names, turn) : [names[turn % names.length]!]) {
					const what = `${name} for ${wrapper}`;
					const changed = { POINTRELEASE_URL: hostile };
					rmSync(join(mac.folder, 'defaults.log'), { force: true });
					writeFileSync(env.NUDGE_JSON!, 'good');
					const before = kept();
					const alone = await run(shell, wrapper, changed);
					expectHarmless(what, alone);
					expect([what, { ...kept(), munki: null }]).toEqual([what, { ...before, munki: null }]);
					if (wrapper === 'munki') expect([what, alone.code, kept().munki]).toEqual([what, 0, unanswered]);
					else if (wrapper.startsWith('jamf'))
						expect([what, alone.code, alone.out]).toEqual([
							what,
							0,
							expect.stringMatching(/^<result>error: [^<>&]+<\/result>\n$/),
						]);
					else expect([what, alone.code, alone.out]).toEqual([what, 1, '']);
					expect([what, /^pointrelease: ./.test(alone.err)]).toEqual([what, true]);
				}
			});
});

describe('a good answer that is cached outlives a hostile one', () => {
	for (const [at, { name }] of every(12))
		for (const shell of [shells[at % shells.length]!])
			shellTest(`${name}, under ${nameOf(shell)}`, async () => {
				const { head, body, isSilent } = hostileAnswers(advice)[at]!;
				let isHostile = false;
				const address = await servers.answering((socket) => {
					if (!isHostile) socket.end(`HTTP/1.1 200 OK\r\nETag: "good"\r\nConnection: close\r\n\r\n${advice}`);
					else if (!isSilent) socket.end(Buffer.from(head + body, 'latin1'));
				});
				const changed = { POINTRELEASE_URL: address };
				const good = await run(shell, 'shell', changed);
				expect([good.code, good.out]).toEqual([0, advice]);
				const before = kept();
				expect(before.answers.length).toBe(1);
				isHostile = true;
				const after = await run(shell, 'shell', changed);
				expectHarmless(name, after);
				// Either the answer of before or none.
				if (after.code === 0) expect(after.out).toBe(advice);
				else expect([after.code, after.out]).toEqual([1, '']);
				expect(kept()).toEqual(before);
			});
});

shellTest('an answer that is cut anywhere is not taken', async () => {
	const step = isFull ? 67 : 700;
	for (let at = 1; at < advice.length; at += step) {
		const address = await servers.answer(advice.slice(0, at));
		const { out } = await run('sh', 'jamf', { POINTRELEASE_URL: address });
		expect([at, out]).toEqual([
			at,
			'<result>error: the answer is not from a pointrelease service</result>\n',
		]);
		servers.close();
	}
});

describe('hostile facts of a Mac run nothing and leave the address of the request alone', () => {
	const sources = Object.entries(hostileFacts);
	for (const [at, [name, changed]] of sources.entries().filter(([at]) => isFull || at % 2 === 0))
		for (const shell of turns(shells, at))
			shellTest(`${name}, under ${nameOf(shell)}`, async () => {
				const address = await servers.answer(advice);
				const turn = at + shells.indexOf(shell);
				for (const text of isFull
					? commands.filter((_, number) => (number + turn) % 4 === 0)
					: turns(commands, at)) {
					const { outputs = {}, defaults, settings = {}, env: more = {} } = changed(text);
					const home = join(mac.folder, 'settings');
					mkdirSync(home, { recursive: true });
					for (const [file, value] of Object.entries(settings)) writeFileSync(join(home, file), `${value}\n`);
					const files: Record<string, string> = { target: 'hw.target', features: 'machdep.cpu.features' };
					for (const [file, value] of Object.entries(outputs)) {
						if (value === undefined) rmSync(join(mac.folder, files[file] ?? file), { force: true });
						else writeFileSync(join(mac.folder, files[file] ?? file), value);
					}
					if (defaults !== undefined) {
						writeFileSync(join(mac.folder, 'defaults-prints'), defaults);
						command(
							join(mac.folder, 'bin'),
							'defaults',
							`[ "$1" != read ] || cat "${mac.folder}/defaults-prints"`,
						);
					}
					const wrapper = names[(at + commands.indexOf(text)) % names.length]!;
					const ran = await run(shell, wrapper, { POINTRELEASE_URL: address, ...more });
					expectHarmless(`${name}: ${text} for ${wrapper}`, ran);
				}
				// Only the path that the client means, with the key in a header.
				for (const request of servers.asked) {
					const [line = '', ...fields] = request.split('\r\n');
					expect(line).toMatch(/^GET \/advice\/[A-Za-z0-9:.,_%()-]+(\?[A-Za-z0-9=&.,_%-]*)? HTTP\/1\.1$/);
					expect(fields.filter((field) => field.includes(live.key))).toEqual([`Authorization: ${live.key}`]);
				}
				servers.asked.length = 0;
			});
});

describe('what Jamf gives to the script of the settings runs nothing', () => {
	const script = join(clients, 'jamf/install-settings.sh');
	// Jamf runs it by its first line, so never under zsh.
	for (const shell of turns(
		shells.filter((name) => name !== 'zsh'),
		1,
	))
		shellTest(`under ${nameOf(shell)}`, async () => {
			for (const text of isFull ? commands : commands.slice(3, 5)) {
				const given = {
					name: `A Mac ${text}`,
					user: text,
					key: live.key,
					address: live.address,
					second: '',
					policy: '',
				};
				for (const changed of [
					{},
					{ key: `AB${text}-CDEF-GHJK-MNPQ` },
					{ address: `http://x/${text}` },
					{ second: text },
					{ policy: text },
					{ policy: `standard exclude=${text}` },
				]) {
					const { name, user, key, address, second, policy } = { ...given, ...changed };
					const ran = await runCommand(
						[shell, script, '/', name, user, key, address, second, policy],
						env,
						mac.folder,
					);
					expectHarmless(`${JSON.stringify(changed)} ${text}`, {
						...ran,
						err: ran.err.replace(/[^\x20-\x7e\n]/g, '?'),
					});
					// Whatever was written is a setting that the client checks before it uses it.
					const next = await run(shell, 'shell', { POINTRELEASE_KEY: '', POINTRELEASE_URL: '' });
					expectHarmless(`the client after ${JSON.stringify(changed)}`, next);
				}
			}
		});
});

shellTest(
	'no program that a wrapper starts has the key in its arguments, and no request in its address',
	async () => {
		const bin = join(mac.folder, 'bin');
		const log = join(mac.folder, 'arguments');
		const tools =
			'awk cat chmod cksum cp curl cut date find grep head id mkdir mktemp mv rm sed sleep tail touch tr uname wc'.split(
				' ',
			);
		for (const tool of tools)
			command(bin, tool, `printf '%s\\n' "${tool} $*" >>"${log}"; exec ${Bun.which(tool)} "$@"`);
		const address = await servers.answer(advice);
		for (const wrapper of names) await run('sh', wrapper, { POINTRELEASE_URL: address });
		const settings = [
			join(clients, 'jamf/install-settings.sh'),
			'/',
			'A Mac',
			'someone',
			live.key,
			live.address,
		];
		expect((await runCommand(settings, env)).code).toBe(0);
		await run('sh', 'shell', { POINTRELEASE_KEY: '', POINTRELEASE_URL: '' });
		const started = readFileSync(log, 'utf8');
		for (const tool of ['curl', 'sed', 'tr', 'grep']) expect(started).toContain(`${tool} `);
		expect(started).not.toContain(live.key);
		expect(servers.asked.length).toBeGreaterThan(names.length - 1);
		for (const request of servers.asked) expect(request.split('\r\n')[0]).not.toContain(live.key);
	},
);
