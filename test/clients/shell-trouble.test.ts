import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { answerWith, recordExchanges } from './recorder.ts';
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
		POINTRELEASE_TRIES: '1',
		POINTRELEASE_TIMEOUT: '5',
	};
});
afterEach(() => mac.remove());

/** A port of this machine on which nobody listens. */
const nobody = 'http://127.0.0.1:1';

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const failing = async (changed: Record<string, string>, error: string) => {
			const asked = await runScript(['jamf'], { ...env, ...changed }, { shell });
			// Jamf keeps what is printed only when the script succeeds.
			expect(asked.code).toBe(0);
			expect(asked.out).toBe(`<result>error: ${error}</result>\n`);
			expect((await runScript(['plain'], { ...env, ...changed }, { shell })).code).toBe(1);
		};

		shellTest('a wrong key is said to be refused', () =>
			failing({ POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' }, 'the license key was refused'),
		);

		shellTest('a missing key says where to put one', () =>
			failing(
				{ POINTRELEASE_KEY: '' },
				`no license key: set POINTRELEASE_KEY or write it into ${join(mac.folder, 'settings')}/key`,
			),
		);

		shellTest('a missing address says where to put one', () =>
			failing(
				{ POINTRELEASE_URL: '' },
				`no address: set POINTRELEASE_URL or write it into ${join(mac.folder, 'settings')}/address`,
			),
		);

		shellTest('an address of another kind is named', () =>
			failing(
				{ POINTRELEASE_URL: 'ftp://x' },
				'the address does not begin with http:// or https://: ftp://x',
			),
		);

		shellTest('an address that would break out of its line is never asked', () =>
			failing(
				{ POINTRELEASE_URL: `${nobody}"\nurl = "${live.address}` },
				'the address holds characters that no address has',
			),
		);

		shellTest('an IPv6 address is taken in its brackets', () =>
			failing({ POINTRELEASE_URL: 'http://[::1]:1' }, 'no answer from http://[::1]:1 (000)'),
		);

		shellTest('a folder for temporary files that is not there is told', () =>
			failing(
				{ TMPDIR: join(mac.folder, 'nowhere') },
				`no temporary folder can be made in ${join(mac.folder, 'nowhere')}`,
			),
		);

		shellTest('a key that would break out of its line is never sent', () =>
			failing(
				{ POINTRELEASE_KEY: 'A"\nurl = "http://elsewhere/' },
				'the license key holds characters that no key has',
			),
		);

		shellTest('an unknown board passes on what the service says', () =>
			failing({ POINTRELEASE_ITEM: 'J000AP:14.1' }, 'no board is called "J000AP"'),
		);

		shellTest('a server that is down is named', () =>
			failing({ POINTRELEASE_URL: nobody }, `no answer from ${nobody} (000)`),
		);

		shellTest('a machine that is no Mac says so and asks nobody', async () => {
			const linux = fakeMac({});
			try {
				const asked = await runScript(['plain'], { ...env, ...linux.env }, { shell });
				expect(asked).toEqual({
					code: 1,
					out: '',
					err: 'pointrelease: this machine does not tell its board and version\n',
				});
			} finally {
				linux.remove();
			}
		});

		shellTest('garbage from the commands of the Mac is not asked about', async () => {
			const odd = fakeMac({ ioreg: '"board-id" = <"Mac-1/../x?y">', version: 'ProductVersion: x\n' });
			try {
				const asked = await runScript(['plain'], { ...env, ...odd.env }, { shell });
				expect(asked.code).toBe(1);
				expect(asked.err).toContain('does not tell its board and version');
			} finally {
				odd.remove();
			}
		});

		shellTest('a page that is no answer of the service is not believed, nor kept', async () => {
			const hotel = answerWith(() => new Response('<html>board_id=1\nis_current=true</html>'));
			try {
				await failing({ POINTRELEASE_URL: hotel.address }, 'the answer is not from a pointrelease service');
				expect(readdirSync(join(mac.folder, 'cache'))).toEqual([]);
			} finally {
				hotel.stop();
			}
		});

		shellTest('the second call sends the tag, gets 304 and prints the same', async () => {
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

shellTest('a server that does not answer in time is given up', async () => {
	const late = Promise.withResolvers<Response>();
	const slow = answerWith(() => late.promise);
	try {
		const changed = { POINTRELEASE_URL: slow.address, POINTRELEASE_TIMEOUT: '1' };
		const asked = await runScript(['plain'], { ...env, ...changed });
		expect(asked.code).toBe(1);
		expect(asked.err).toBe(`pointrelease: no answer from ${slow.address} (000)\n`);
	} finally {
		late.resolve(new Response('late'));
		slow.stop();
	}
});

shellTest('the last answer stands in while the server is down, and says so', async () => {
	const recorder = recordExchanges(live.address);
	const asking = { ...env, POINTRELEASE_URL: recorder.address };
	const first = await runScript(['plain'], asking);
	recorder.stop();
	const second = await runScript(['plain'], asking);
	expect(second.out).toBe(first.out);
	expect(second.err).toContain('this is the last answer it gave');
});

shellTest('a busy server is asked again after the time it gives', async () => {
	const advice = await runScript(['plain'], env);
	const busy = answerWith((count) =>
		count === 1
			? new Response('', { status: 429, headers: { 'Retry-After': '0' } })
			: new Response(advice.out),
	);
	try {
		const asking = { ...env, POINTRELEASE_URL: busy.address, POINTRELEASE_TRIES: '3' };
		expect(await runScript(['plain'], asking)).toEqual(advice);
		expect(busy.count()).toBe(2);
	} finally {
		busy.stop();
	}
});

shellTest('a server that asks for more patience than there is, is not waited for', async () => {
	const busy = answerWith(() => new Response('', { status: 429, headers: { 'Retry-After': '60' } }));
	try {
		const asking = { ...env, POINTRELEASE_URL: busy.address, POINTRELEASE_TRIES: '3' };
		const asked = await runScript(['plain'], asking);
		expect(asked).toMatchObject({ code: 1, err: `pointrelease: no answer from ${busy.address} (429)\n` });
		expect(busy.count()).toBe(1);
	} finally {
		busy.stop();
	}
});

shellTest('the key is on no command line', async () => {
	const log = join(mac.folder, 'curl.log');
	command(join(mac.folder, 'bin'), 'curl', `echo "$*" >>"${log}"; exec "${Bun.which('curl')}" "$@"`);
	expect((await runScript(['plain'], env)).code).toBe(0);
	expect(readFileSync(log, 'utf8')).toContain('--config -');
	expect(readFileSync(log, 'utf8')).not.toContain(live.key);
});

shellTest('nothing is left behind but the kept answer, and only its owner can read that', async () => {
	await runScript(['plain'], env);
	expect(readdirSync(mac.folder).filter((name) => name.startsWith('pointrelease.'))).toEqual([]);
	const cache = join(mac.folder, 'cache');
	expect(readdirSync(cache)).toHaveLength(2);
	for (const file of readdirSync(cache)) {
		expect(readFileSync(join(cache, file), 'utf8')).not.toContain(live.key);
		expect((await Bun.file(join(cache, file)).stat()).mode & 0o077).toBe(0);
	}
});

shellTest('a cache folder that cannot be written is no reason to fail', async () => {
	const asked = await runScript(['plain'], { ...env, POINTRELEASE_CACHE: '/proc/nowhere' });
	expect(asked).toMatchObject({ code: 0, err: '' });
	expect(existsSync('/proc/nowhere')).toBe(false);
});

shellTest('an unknown mode and a policy that is none are refused', async () => {
	expect(await runScript(['verbose'], env)).toMatchObject({ code: 2, out: '' });
	const asked = await runScript(['plain'], { ...env, POINTRELEASE_DEFER_DAYS: '9&behind=1' });
	expect(asked).toMatchObject({ code: 1, err: 'pointrelease: not a policy: defer_days=9&behind=1\n' });
});

shellTest('a Munki condition without an answer says only that there is none', async () => {
	const asked = await runScript(['munki'], { ...env, POINTRELEASE_URL: nobody });
	expect(asked.code).toBe(1);
	expect(readFileSync(join(mac.folder, 'defaults.log'), 'utf8')).toBe(
		'/Library/Managed Installs/ConditionalItems pointrelease_answered -bool false\n',
	);
});
