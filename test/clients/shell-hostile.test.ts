import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Live, startLive } from '../live.ts';
import { sized } from '../size.ts';
import { type FakeMac, fakeMac } from './fake-mac.ts';
import { RawAnswers, status200 } from './raw-answers.ts';
import { nameOf, runScript, shells, testsUnder } from './run-shell.ts';

let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
/** What the real service answers. */
let advice: string;
const servers = new RawAnswers();
beforeAll(async () => {
	live = await startLive();
	const response = await fetch(`${live.address}/advice/J293AP:14.7.2?grace_days=14&as_of=2026-11-16`, {
		headers: { Authorization: live.key, Accept: 'text/plain' },
	});
	advice = await response.text();
});
afterAll(() => live.stop());
beforeEach(() => {
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	env = { ...mac.env, POINTRELEASE_KEY: live.key, POINTRELEASE_TRIES: '1', POINTRELEASE_TIMEOUT: '5' };
});
afterEach(() => {
	mac.remove();
	servers.close();
});

const answering: RawAnswers['answering'] = (write) => servers.answering(write);
const answer: RawAnswers['answer'] = (text, head) => servers.answer(text, head);

/** Printable ASCII, and the end of the line. */
const harmless = /^[\x20-\x7e\n]*$/;
const wrong = 'the answer is not from a pointrelease service';
const modes = ['plain', 'raw', 'jamf', 'munki', 'nudge', 'license'];

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once, some } = testsUnder(shell);
		const run = (words: string[], changed: Record<string, string>) =>
			runScript(words, { ...env, ...changed }, { shell });

		everywhere('a day that is none is refused before it is counted with', async () => {
			const days = ['2026-01-99999999999', '2026-13-01', '2026-1-1', '20260101', '2026-02-00', 'x'];
			const counted = ['target_since', 'deadline', 'enforced_on', 'overdue_since', 'ended_on'];
			const cases = [...days.map((day) => ['as_of', day]), ...counted.map((name) => [name, days[0]])];
			for (const [name, day] of some(cases)) {
				const address = await answer(advice.replace(new RegExp(`^${name}=.*$`, 'm'), `${name}=${day}`));
				const asked = await run(['nudge'], { POINTRELEASE_URL: address });
				expect([name, day, asked]).toEqual([
					name,
					day,
					{ code: 1, out: '', err: `pointrelease: ${wrong}\n` },
				]);
			}
		});

		everywhere('a day of the environment that is none is refused', async () => {
			for (const day of ['2026-01-99999999999', '2026-13-01', '2026', '-'])
				expect(await run(['nudge'], { POINTRELEASE_URL: live.address, POINTRELEASE_AS_OF: day })).toEqual({
					code: 1,
					out: '',
					err: `pointrelease: POINTRELEASE_AS_OF is "${day}": expected a day, YYYY-MM-DD\n`,
				});
		});

		once('a cached answer with a day that is none is not used', async () => {
			let isDown = false;
			const address = await answering((socket) => {
				if (isDown) socket.destroy();
				else socket.end(status200 + advice);
			});
			expect((await run(['plain'], { POINTRELEASE_URL: address })).out).toBe(advice);
			isDown = true;
			expect((await run(['plain'], { POINTRELEASE_URL: address })).out).toStartWith(advice);
			const cache = join(mac.folder, 'cache');
			const [file] = readdirSync(cache) as [string];
			const text = readFileSync(join(cache, file), 'utf8');
			writeFileSync(join(cache, file), text.replace(/^as_of=.*$/m, 'as_of=2026-01-99999999999'));
			expect(await run(['plain'], { POINTRELEASE_URL: address })).toEqual({
				code: 1,
				out: '',
				err: `pointrelease: no answer from ${address}: curl failed with status 52\n`,
			});
		});

		everywhere('no more than a megabyte of an answer is read', async () => {
			let sent = 0;
			const piece = Buffer.alloc(65_536, 'a=1\n');
			const endless = await answering((socket) => {
				socket.write(status200);
				const more = () => {
					while (!socket.destroyed && socket.write(piece)) sent += piece.length;
				};
				socket.on('drain', more);
				more();
			});
			const declared = await answer(
				'board_id=J293AP',
				'HTTP/1.1 200 OK\r\nContent-Length: 600000000\r\nConnection: close\r\n\r\n',
			);
			const large = 'the answer is larger than 1 MB';
			for (const [mode, address, reason] of [
				['plain', endless, `${large}, or the disk is full`],
				['license', endless, `${large}, or the disk is full`],
				['plain', declared, large],
			] as const) {
				const asked = await run([mode], { POINTRELEASE_URL: address });
				expect(asked).toEqual({
					code: 1,
					out: '',
					err: `pointrelease: no answer from ${address}: ${reason}\n`,
				});
			}
			// What the kernel holds for a connection comes on top.
			expect(sent).toBeLessThan(64_000_000);
		});

		everywhere('"not modified" is no answer if nothing is cached', async () => {
			const address = await answer('', 'HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n');
			const reason = `${address} answered with status 304`;
			for (const mode of some(modes)) {
				const asked = await run([mode], { POINTRELEASE_URL: address });
				expect([mode, asked]).toEqual([
					mode,
					mode === 'jamf'
						? { code: 0, out: `<result>error: ${reason}</result>\n`, err: `pointrelease: ${reason}\n` }
						: { code: 1, out: '', err: `pointrelease: ${reason}\n` },
				]);
			}
		});

		everywhere('Nudge gets no target that is not a version', async () => {
			for (const target of some(['', '27.', '-27.2', '27..2', '27.2a', '1'.repeat(4_000)])) {
				const address = await answer(advice.replace(/^target_version=.*$/m, `target_version=${target}`));
				expect([target, await run(['nudge'], { POINTRELEASE_URL: address })]).toEqual([
					target,
					{ code: 1, out: '', err: 'pointrelease: the answer has no target version\n' },
				]);
			}
		});

		everywhere(
			'whatever the first address sends, an answer without an end falls back to the next',
			async () => {
				const endless = await answering((socket) => {
					const more = () => {
						while (!socket.destroyed && socket.write('a=1\n'.repeat(16_384)));
					};
					socket.on('drain', more);
					socket.write(status200);
					more();
				});
				const cut = await answering((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nis'));
				const failing = await answer(
					'\x1b[2J',
					'HTTP/1.1 503 \x1b[31m\r\nRetry-After: 99999999999999999999\r\nConnection: close\r\n\r\n',
				);
				const last = await answer(advice);
				const asked = await run(['plain'], { POINTRELEASE_URL: `${endless} ${cut} ${failing} ${last}` });
				expect(asked).toEqual({ code: 0, out: advice, err: '' });
			},
		);

		once('an answer of thousands of facts is refused, because Munki gets each of them', async () => {
			const facts = Array.from({ length: 5_000 }, (_, number) => `fact_${number}=1\n`).join('');
			const address = await answer(advice + facts);
			expect(await run(['munki'], { POINTRELEASE_URL: address })).toMatchObject({
				code: 1,
				err: `pointrelease: ${wrong}\n`,
			});
		});

		once('a fact that is given twice has one value', async () => {
			const address = await answer(`${advice}standing=other\n`);
			expect(await run(['raw', 'standing'], { POINTRELEASE_URL: address })).toMatchObject({ out: 'ended\n' });
		});

		everywhere('control characters of the service reach neither terminal nor log nor Jamf', async () => {
			const evil = '\x1b]0;owned\x07\x1b[2J\x9b31m\r\u0085\u202e';
			const problem = `{"detail":"no ${evil}","code":"board-unknown"}`;
			const ended = `{"code":"license-ended","detail":"${evil}"}`;
			const redirect = Buffer.from(
				`HTTP/1.1 302 Found\r\nLocation: https://${evil}/\r\nConnection: close\r\n\r\n`,
			);
			const addresses = [
				await answer(problem, 'HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n'),
				await answer(ended, 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n'),
				await answering((socket) => socket.end(redirect)),
				await answer(`${advice}note=${evil}\n`),
				await answer(`${advice}note=a\0b\n`),
				await answer(`id=1\0${evil}\n`),
			];
			for (const address of some(addresses))
				for (const mode of ['plain', 'jamf', 'license']) {
					const { out, err } = await run([mode], { POINTRELEASE_URL: address });
					expect([mode, out, harmless.test(out)]).toEqual([mode, out, true]);
					expect([mode, err, harmless.test(err)]).toEqual([mode, err, true]);
				}
			const { out } = await run(['jamf'], { POINTRELEASE_URL: addresses[0]! });
			expect(out.startsWith('<result>error: no ?]0;owned')).toBe(true);
		});
	});
}

const { once } = testsUnder(shells[0]!);

once('whatever a service answers, the script ends and prints harmless characters', async () => {
	const lines = fc.array(
		fc.oneof(
			fc.constantFrom(
				'board_id=J293AP',
				'is_current=true',
				'as_of=2026-01-99999999999',
				'id=1',
				'\x1b[2J',
				'\0',
				'\r',
				'"detail":"',
				'","code":"',
			),
			fc.string({ unit: 'binary', maxLength: 20 }),
		),
		{ maxLength: 12 },
	);
	const status = fc.constantFrom(
		'200 OK',
		'302 Found',
		'304 Not Modified',
		'403 Forbidden',
		'404 Not Found',
		'418 \x1b[31m',
	);
	await fc.assert(
		fc.asyncProperty(
			status,
			lines,
			fc.boolean(),
			fc.constantFrom(...modes),
			async (status, lines, whole, mode) => {
				const address = await answer(
					(whole ? advice : '') + lines.join('\n'),
					`HTTP/1.1 ${status}\r\nLocation: ${lines.join('').replace(/[\r\n]/g, '')}\r\nConnection: close\r\n\r\n`,
				);
				const { code, out, err } = await runScript([mode], { ...env, POINTRELEASE_URL: address });
				expect(code === 0 || code === 1).toBe(true);
				expect([out, err].map((text) => harmless.test(text))).toEqual([true, true]);
			},
		),
		{ numRuns: sized(10, 500) },
	);
});
