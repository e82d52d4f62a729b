import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import {
	chmodSync,
	chownSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { answerWith, recordExchanges } from './recorder.ts';
import { nameOf, runScript, shells, shellTest, testsUnder } from './run-shell.ts';

/** What the client writes on the Mac: the last answer in its cache, and temporary files. */
let live: Live;
let mac: FakeMac;
let env: Record<string, string>;
let cache: string;
let treasure: string;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());
beforeEach(() => {
	mac = fakeMac({ target: 'J293AP\n', version: '14.7.2\n' });
	env = { ...mac.env, POINTRELEASE_URL: live.address, POINTRELEASE_KEY: live.key, POINTRELEASE_TRIES: '1' };
	cache = join(mac.folder, 'cache');
	treasure = join(mac.folder, 'treasure');
	writeFileSync(treasure, 'untouched');
});
afterEach(() => mac.remove());

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell);
		const ask = () => runScript(['plain'], env, { shell });
		const unused = async () => {
			const asked = await ask();
			expect(asked.code).toBe(0);
			expect(asked.out).toContain('board_id=J293AP\n');
			expect(asked.err).toBe(
				`pointrelease: ${cache} can be written by other users: answers are not cached\n`,
			);
		};

		everywhere('a link under the name of an answer is replaced, not written through', async () => {
			const first = await ask();
			for (const name of readdirSync(cache)) {
				rmSync(join(cache, name));
				symlinkSync(treasure, join(cache, name));
			}
			expect(await ask()).toEqual(first);
			expect(readFileSync(treasure, 'utf8')).toBe('untouched');
			expect(readdirSync(cache)).toHaveLength(1);
			for (const name of readdirSync(cache)) expect(lstatSync(join(cache, name)).isFile()).toBe(true);
		});

		once('a link to a folder does not redirect an answer into it', async () => {
			await ask();
			const elsewhere = join(mac.folder, 'elsewhere');
			mkdirSync(elsewhere);
			for (const name of readdirSync(cache)) {
				rmSync(join(cache, name));
				symlinkSync(elsewhere, join(cache, name));
			}
			expect((await ask()).code).toBe(0);
			expect(readdirSync(elsewhere)).toEqual([]);
		});

		once('a folder that other users can write is not used, and a warning says so', async () => {
			mkdirSync(cache);
			for (const mode of [0o777, 0o770, 0o1777]) {
				chmodSync(cache, mode);
				await unused();
				expect(readdirSync(cache)).toEqual([]);
			}
		});

		once('a folder that is a link is not used', async () => {
			await ask();
			renameSync(cache, join(mac.folder, 'target'));
			symlinkSync(join(mac.folder, 'target'), cache);
			await unused();
		});

		// Only root can give a folder to somebody else.
		once.skipIf(process.getuid!() !== 0)('a folder of another user is not used', async () => {
			mkdirSync(cache, { mode: 0o755 });
			chownSync(cache, 12_345, 12_345);
			await unused();
			expect(readdirSync(cache)).toEqual([]);
		});

		everywhere('the second call sends the tag, gets 304 and prints the same', async () => {
			const recorder = recordExchanges(live.address);
			try {
				const asking = { ...env, POINTRELEASE_URL: recorder.address };
				const first = await runScript(['plain'], asking, { shell });
				const second = await runScript(['plain'], asking, { shell });
				expect(second).toEqual(first);
				expect(recorder.exchanges.map(({ status }) => status)).toEqual([200, 304]);
				expect(recorder.exchanges[1]?.tag).toMatch(/^"[\w-]{22}"$/);
			} finally {
				recorder.stop();
			}
		});
	});
}

shellTest('an answer that cannot be written completely leaves the last one unchanged', async () => {
	const first = await runScript(['plain'], env);
	const cachedFile = join(cache, readdirSync(cache)[0]!);
	// With another tag the service sends the answer again.
	const before = readFileSync(cachedFile, 'utf8').replace(/^etag=.*/, 'etag=old');
	writeFileSync(cachedFile, before);
	// cp also reads the old answer: only the copy into the cache fails.
	const body = `case $2 in */new.*) printf half >"$2"; exit 1 ;; esac; exec "${Bun.which('cp')}" "$@"`;
	command(join(mac.folder, 'bin'), 'cp', body);
	expect(await runScript(['plain'], env)).toEqual(first);
	expect(readdirSync(cache)).toHaveLength(1);
	expect(readFileSync(cachedFile, 'utf8')).toBe(before);
});

shellTest('an answer and its tag are one file, so that parallel runs never mix them', async () => {
	const { out } = await runScript(['plain'], env);
	// A service with a new answer each time, and a tag with its number.
	const service = answerWith((count) => {
		const facts = out.replace(/^days_behind=.*$/m, `days_behind=${count}`);
		return new Response(facts, { headers: { ETag: `"tag-${count}"` } });
	});
	try {
		const asking = { ...env, POINTRELEASE_URL: service.address };
		for (let round = 0; round < 4; round++) {
			await Promise.all(Array.from({ length: 6 }, () => runScript(['plain'], asking)));
			const texts = readdirSync(cache).map((name) => readFileSync(join(cache, name), 'utf8'));
			for (const text of texts.filter((one) => one.startsWith('etag=tag-')))
				expect(/^days_behind=(.*)$/m.exec(text)?.[1]).toBe(/^etag=tag-(.*)$/m.exec(text)?.[1]);
			expect(readdirSync(cache)).toHaveLength(2);
		}
	} finally {
		service.stop();
	}
});

shellTest('a tag that a proxy made weak is sent back as a strong one', async () => {
	const { out } = await runScript(['plain'], env);
	const tags: (string | null)[] = [];
	const proxy = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch(request) {
			tags.push(request.headers.get('if-none-match'));
			return new Response(out, { headers: { ETag: 'W/"one"' } });
		},
	});
	const asking = { ...env, POINTRELEASE_URL: `http://127.0.0.1:${proxy.port}` };
	await runScript(['plain'], asking);
	await runScript(['plain'], asking);
	await proxy.stop(true);
	expect(tags).toEqual([null, '"one"']);
});

shellTest('while the server is down the last answer is used, and a warning says so', async () => {
	const recorder = recordExchanges(live.address);
	const asking = { ...env, POINTRELEASE_URL: recorder.address, POINTRELEASE_AS_OF: '2025-03-01' };
	const first = await runScript(['plain'], asking);
	recorder.stop();
	const second = await runScript(['plain'], asking);
	expect(second.out).toBe(first.out);
	expect(second.err).toEndWith(': using the last answer, of 2025-03-01\n');
});

shellTest('an answer of more than a week ago is marked as stale, in every mode', async () => {
	const recorder = recordExchanges(live.address);
	const asking = { ...env, POINTRELEASE_URL: recorder.address };
	await runScript(['plain'], asking);
	recorder.stop();
	const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
	const dated = (day: string) => {
		for (const file of readdirSync(cache)) {
			const text = readFileSync(join(cache, file), 'utf8');
			writeFileSync(join(cache, file), text.replace(/^as_of=.*$/m, `as_of=${day}`));
		}
	};
	dated(daysAgo(6));
	const fresh = await runScript(['jamf'], asking);
	expect(fresh.out).not.toContain('stale');
	expect(fresh.err).toEndWith(`: using the last answer, of ${daysAgo(6)}\n`);
	const day = daysAgo(30);
	dated(day);
	const sentence = await runScript(['jamf'], asking);
	expect(sentence.out).toEndWith(`, stale since ${day}</result>\n`);
	expect(sentence.err).toEndWith(`: using the last answer, of ${day}, which is stale\n`);
	expect((await runScript(['jamf', 'standing'], asking)).out).toBe(
		`<result>ended (stale since ${day})</result>\n`,
	);
	expect((await runScript(['raw'], asking)).out).toEndWith(`, stale since ${day}\n`);
	// A fact for a program has no added text; its age is a separate fact.
	expect((await runScript(['raw', 'standing'], asking)).out).toBe('ended\n');
	expect((await runScript(['raw', 'stale_since'], asking)).out).toBe(`${day}\n`);
	expect((await runScript(['plain'], asking)).out).toContain(`\nstale_since=${day}\n`);
});

shellTest('only the cached answer is left behind, and only its owner can read it', async () => {
	await runScript(['plain'], env);
	expect(readdirSync(mac.folder).filter((name) => name.startsWith('pointrelease.'))).toEqual([]);
	expect(readdirSync(cache)).toHaveLength(1);
	for (const file of readdirSync(cache)) {
		expect(readFileSync(join(cache, file), 'utf8')).not.toContain(live.key);
		expect((await Bun.file(join(cache, file)).stat()).mode & 0o077).toBe(0);
	}
});

shellTest('a cache folder that cannot be written does not stop the client', async () => {
	const asked = await runScript(['plain'], { ...env, POINTRELEASE_CACHE: '/proc/nowhere' });
	expect(asked).toMatchObject({ code: 0, err: '' });
	expect(existsSync('/proc/nowhere')).toBe(false);
});

// A user could redirect what root writes into a folder of that user.
shellTest.skipIf(process.getuid!() !== 0)(
	'root writes nothing into the temporary folder of a user',
	async () => {
		const temporary = join(mac.folder, 'of-a-user');
		mkdirSync(temporary);
		chownSync(temporary, 12_345, 12_345);
		const log = join(mac.folder, 'mktemp.log');
		command(join(mac.folder, 'bin'), 'mktemp', `echo "$*" >>"${log}"; exec "${Bun.which('mktemp')}" "$@"`);
		expect((await runScript(['raw', 'version'], { ...env, TMPDIR: temporary })).out).toBe('14.7.2\n');
		expect(readFileSync(log, 'utf8')).toStartWith('-d /tmp/pointrelease.');
		expect(readFileSync(log, 'utf8')).not.toContain(temporary);
	},
);
