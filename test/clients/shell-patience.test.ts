import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { answerWith, recordExchanges } from './recorder.ts';
import {
	nameOf,
	pointreleaseScript,
	runCommand,
	runScript,
	shells,
	shellTest,
	testsUnder,
} from './run-shell.ts';

/** Which servers the client calls, how often, and how long it waits in between. */
let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());
beforeEach(() => {
	mac = macNamed('a');
	env = settingsOf(mac);
});
afterEach(() => mac.remove());

/** A Mac with its own UUID, on which `sleep` records its seconds and returns at once. */
function macNamed(uuid: string): FakeMac {
	const named = fakeMac({ target: 'J293AP\n', version: '14.7.2\n', ioreg: `"IOPlatformUUID" = "${uuid}"\n` });
	command(join(named.folder, 'bin'), 'sleep', `echo "$1" >>"${named.folder}/slept"`);
	return named;
}

function settingsOf({ env: own }: FakeMac): Record<string, string> {
	const asked = { POINTRELEASE_URL: live.address, POINTRELEASE_KEY: live.key };
	return { ...own, ...asked, POINTRELEASE_AS_OF: '2025-03-01' };
}

function slept({ folder } = mac): number[] {
	const file = join(folder, 'slept');
	return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n').map(Number) : [];
}

/** A service that answers with one status and counts its requests. */
async function answering(
	status: number,
	headers: Record<string, string>,
	run: (server: ReturnType<typeof answerWith>) => Promise<void>,
) {
	const server = answerWith(() => new Response('{"detail":"not today","code":"x"}', { status, headers }));
	try {
		await run(server);
	} finally {
		server.stop();
	}
}

const nobody = 'http://127.0.0.1:1';

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere } = testsUnder(shell);
		everywhere('the next address answers if no server listens at those before it', async () => {
			for (const list of [
				`${nobody} ${live.address}`,
				`${nobody},${live.address}`,
				` ${nobody}/ , http://[::1]:1,  ${live.address}/, `,
			]) {
				const asking = { ...env, POINTRELEASE_URL: list };
				expect([list, await runScript(['raw', 'version'], asking, { shell })]).toEqual([
					list,
					{ code: 0, out: '14.7.2\n', err: '' },
				]);
			}
			expect(slept()).toEqual([]);
		});

		everywhere('the file address and kit_url take a list too', async () => {
			const { POINTRELEASE_URL: _url, ...asking } = env;
			const script = join(mac.folder, 'filled-in.sh');
			const text = readFileSync(pointreleaseScript, 'utf8');
			writeFileSync(script, text.replace("kit_url=''", `kit_url='${nobody} ${live.address}'`));
			const words = [shell, script, 'raw', 'version'];
			expect((await runCommand(words, asking)).out).toBe('14.7.2\n');
			mkdirSync(asking.POINTRELEASE_HOME!);
			writeFileSync(join(asking.POINTRELEASE_HOME!, 'address'), ` ${live.address}, ${nobody}\r\nhttp://x\n`);
			expect((await runScript(['raw', 'version'], asking, { shell })).out).toBe('14.7.2\n');
		});

		everywhere('an address in brackets is not taken for the names of files', async () => {
			// The pattern http://[::1]:1 fits this file.
			mkdirSync(join(mac.folder, 'http:'));
			writeFileSync(join(mac.folder, 'http:/::1'), '');
			const asking = { ...env, POINTRELEASE_URL: `http://[::1]:1 ${nobody}`, POINTRELEASE_TRIES: '1' };
			const words = ['sh', '-c', `cd "$HOME" && exec ${shell} "$0" plain`, pointreleaseScript];
			expect((await runCommand(words, asking)).err).toBe(
				`pointrelease: no answer from http://[::1]:1: connection refused, no answer from ${nobody}: connection refused\n`,
			);
		});

		everywhere('without an answer every server is named, after growing pauses', async () => {
			await answering(502, {}, async ({ address, count }) => {
				const asking = { ...env, POINTRELEASE_URL: `${nobody} ${address}` };
				expect(await runScript(['plain'], asking, { shell })).toEqual({
					code: 1,
					out: '',
					err: `pointrelease: no answer from ${nobody}: connection refused, no answer from ${address}: status 502\n`,
				});
				expect(count()).toBe(3);
			});
			const [first, second, ...more] = slept();
			expect([1, 2]).toContain(first!);
			expect([2, 3, 4]).toContain(second!);
			expect(more).toEqual([]);
		});

		everywhere('with a jitter a Mac always waits for the same time', async () => {
			for (let run = 0; run < 2; run++)
				await runScript(['raw'], { ...env, POINTRELEASE_JITTER: '3600' }, { shell });
			const [first, second] = slept();
			expect(second).toBe(first!);
			expect(first).toBeGreaterThan(0);
			expect(first).toBeLessThanOrEqual(3600);
		});
	});
}

shellTest('the second address answers if the first is broken', async () => {
	for (const status of [500, 502, 503, 504])
		await answering(status, { 'Retry-After': '20' }, async ({ address, count }) => {
			const asking = { ...env, POINTRELEASE_URL: `${address} ${live.address}` };
			expect((await runScript(['raw', 'version'], asking)).out).toBe('14.7.2\n');
			expect(count()).toBe(1);
		});
	expect(slept()).toEqual([]);
});

shellTest('a refused key, a bad request and a rate limit are not retried at the second address', async () => {
	for (const [status, words] of [
		[403, 'the license key was refused'],
		[404, 'not today'],
		[400, 'not today'],
	] as const)
		await answering(status, {}, async ({ address }) => {
			const second = recordExchanges(live.address);
			const asking = { ...env, POINTRELEASE_URL: `${address} ${second.address}` };
			expect((await runScript(['plain'], asking)).err).toBe(`pointrelease: ${words}\n`);
			expect(second.exchanges).toEqual([]);
			second.stop();
		});
	await answering(429, { 'Retry-After': '60' }, async ({ address }) => {
		const asking = { ...env, POINTRELEASE_URL: `${address} ${live.address}` };
		expect((await runScript(['plain'], asking)).err).toBe(
			`pointrelease: no answer from ${address}: status 429\n`,
		);
	});
});

shellTest('all addresses share one cached answer and its tag', async () => {
	const recorder = recordExchanges(live.address);
	await runScript(['plain'], { ...env, POINTRELEASE_URL: `${nobody} ${live.address}` });
	await runScript(['plain'], { ...env, POINTRELEASE_URL: `${nobody} ${recorder.address}` });
	recorder.stop();
	expect(recorder.exchanges.map(({ status }) => status)).toEqual([304]);
});

for (const [status, asked, least, most] of [
	[429, '0', 0, 0],
	[429, '20', 20, 30],
	[503, '30', 30, 45],
	[503, 'Wed, 21 Oct 2026 07:28:00 GMT', 1, 2],
	[503, '', 1, 2],
] as const) {
	shellTest(
		`status ${status} that asks for ${asked || 'nothing'} is asked again after ${least} to ${most} seconds`,
		async () => {
			const advice = await runScript(['plain'], env);
			const busy = answerWith((count) =>
				count === 1
					? new Response('', { status, headers: asked ? { 'Retry-After': asked } : {} })
					: new Response(advice.out),
			);
			try {
				expect(await runScript(['plain'], { ...env, POINTRELEASE_URL: busy.address })).toEqual(advice);
				expect(busy.count()).toBe(2);
			} finally {
				busy.stop();
			}
			expect(slept()).toHaveLength(1);
			expect(slept()[0]).toBeGreaterThanOrEqual(least);
			expect(slept()[0]).toBeLessThanOrEqual(most);
		},
	);
}

shellTest('a Retry-After above 30 seconds ends the call at once', async () => {
	for (const seconds of ['31', '60', '86400'])
		await answering(429, { 'Retry-After': seconds }, async ({ address, count }) => {
			const asked = await runScript(['plain'], { ...env, POINTRELEASE_URL: address });
			expect(asked).toMatchObject({ code: 1, err: `pointrelease: no answer from ${address}: status 429\n` });
			expect(count()).toBe(1);
		});
	expect(slept()).toEqual([]);
});

shellTest('other Macs wait for other times', async () => {
	const turns = new Set<number>();
	for (const name of 'bcdefgh') {
		const other = macNamed(`0A1B2C3D-${name}`);
		await runScript(['raw'], { ...settingsOf(other), POINTRELEASE_JITTER: '9999' });
		turns.add(slept(other)[0]!);
		other.remove();
	}
	expect(turns.size).toBe(7);
});

// script(1) of util-linux runs a command in a terminal.
shellTest.skipIf(Bun.which('script') === null || process.platform !== 'linux')(
	'in a terminal the client does not wait',
	async () => {
		const words = ['script', '-qec', `sh ${pointreleaseScript} raw version`, '/dev/null'];
		const { out } = await runCommand(words, { ...env, POINTRELEASE_JITTER: '3600' });
		expect(out).toBe('14.7.2\r\n');
		expect(slept()).toEqual([]);
	},
);
