import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'bun:test';
import { chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { type Live, startLive } from '../live.ts';
import { command, type FakeMac, fakeMac } from './fake-mac.ts';
import { answerWith } from './recorder.ts';
import {
	nameOf,
	pointreleaseScript,
	runCommand,
	runScript,
	shells,
	shellTest,
	testsUnder,
} from './run-shell.ts';

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

/** No server listens on this port. */
const nobody = 'http://127.0.0.1:1';

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell);
		const failing = async (changed: Record<string, string>, error: string) => {
			const asked = await runScript(['jamf'], { ...env, ...changed }, { shell });
			// Jamf stores the output only if the script succeeds.
			expect(asked.code).toBe(0);
			expect(asked.out).toBe(`<result>error: ${error}</result>\n`);
			expect((await runScript(['plain'], { ...env, ...changed }, { shell })).code).toBe(1);
		};

		once('an ended license is reported with its day and where to renew it', async () => {
			const detail = 'this license ended on 2026-11-01: renew it at https://shop.example/renew?a=1';
			const body = { title: 'License ended', status: 403, detail, code: 'license-ended', renew_url: null };
			const service = answerWith(() => Response.json(body, { status: 403 }));
			await failing({ POINTRELEASE_URL: service.address }, detail);
			const asked = await runScript(['license'], { ...env, POINTRELEASE_URL: service.address }, { shell });
			expect([asked.code, asked.err]).toEqual([1, `pointrelease: ${detail}\n`]);
			service.stop();
		});

		once('license prints until when the key works, also on a machine that is not a Mac', async () => {
			const asked = await runScript(['license'], env, { shell });
			expect(asked.out).toMatch(/^id=[0-9A-Z]{8}\nends_on=\ndays_left=\nrequests_today=\d+\n/);
			expect(asked.code).toBe(0);
			const wrong = await runScript(
				['license'],
				{ ...env, POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' },
				{ shell },
			);
			expect([wrong.code, wrong.err]).toEqual([1, 'pointrelease: the license key was refused\n']);
		});

		once('a wrong key is reported as refused', () =>
			failing({ POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' }, 'the license key was refused'),
		);

		everywhere('a key in the base64 form of the mail is reported as such, and is not sent', async () => {
			for (const encoded of [btoa(live.key), btoa(`${live.key}\n`), btoa(live.key).replaceAll('=', '')])
				await failing(
					{ POINTRELEASE_KEY: encoded, POINTRELEASE_URL: nobody },
					'the license key is still in the base64 form of the mail: decode it first, with base64 -D on a Mac',
				);
		});

		once('a text that is not in the form of a key is not sent', () =>
			failing(
				{ POINTRELEASE_KEY: 'AAAABBBBCCCCDDDD', POINTRELEASE_URL: nobody },
				'the license key is not of the form XXXX-XXXX-XXXX-XXXX',
			),
		);

		once('a missing key is reported with the place to put it', () =>
			failing(
				{ POINTRELEASE_KEY: '' },
				`no license key: set POINTRELEASE_KEY or write it to ${join(mac.folder, 'settings')}/key`,
			),
		);

		once('a missing address is reported with the place to put it', () =>
			failing(
				{ POINTRELEASE_URL: '' },
				`no address: set POINTRELEASE_URL or write it to ${join(mac.folder, 'settings')}/address`,
			),
		);

		once('an address that is not HTTP is reported', () =>
			failing(
				{ POINTRELEASE_URL: 'ftp://x' },
				'the address does not begin with http:// or https://: ftp://x',
			),
		);

		everywhere('an address with a line break is not used', () =>
			failing(
				{ POINTRELEASE_URL: `${nobody}"\nurl = "${live.address}` },
				'the address contains invalid characters',
			),
		);

		everywhere('a list with an address that is not HTTP, or with a line break, is not used', async () => {
			await failing(
				{ POINTRELEASE_URL: `${nobody} releases.example.com` },
				'the address does not begin with http:// or https://: releases.example.com',
			);
			for (const end of ['\n', '\t', '"', '\\', "'", '$(id)', '`id`', ';', '*', '{a,b}'])
				await failing(
					{ POINTRELEASE_URL: `${nobody}, ${live.address}${end}` },
					'the address contains invalid characters',
				);
		});

		once('a list without an address is a missing address', () =>
			failing(
				{ POINTRELEASE_URL: ' , ' },
				`no address: set POINTRELEASE_URL or write it to ${join(mac.folder, 'settings')}/address`,
			),
		);

		once('an IPv6 address works in brackets', () =>
			failing({ POINTRELEASE_URL: 'http://[::1]:1' }, 'no answer from http://[::1]:1: connection refused'),
		);

		once('a missing folder for temporary files is reported', () =>
			failing(
				{ TMPDIR: join(mac.folder, 'nowhere') },
				`cannot create a temporary folder in ${join(mac.folder, 'nowhere')}`,
			),
		);

		once('a key with a line break is never sent', () =>
			failing(
				{ POINTRELEASE_KEY: 'A"\nurl = "http://elsewhere/' },
				'the license key contains invalid characters',
			),
		);

		once('an unknown board is reported in the words of the service', () =>
			failing({ POINTRELEASE_ITEM: 'J000AP:14.1' }, 'there is no board "J000AP"'),
		);

		once('an unreachable server is named', () =>
			failing({ POINTRELEASE_URL: nobody }, `no answer from ${nobody}: connection refused`),
		);

		once('on a machine that is not a Mac the client reports it and calls no server', async () => {
			const linux = fakeMac({});
			try {
				const asked = await runScript(['plain'], { ...env, ...linux.env }, { shell });
				expect(asked).toEqual({
					code: 1,
					out: '',
					err: 'pointrelease: cannot read the board and version of this machine\n',
				});
			} finally {
				linux.remove();
			}
		});

		everywhere('invalid output of the commands of a Mac is not sent', async () => {
			const odd = fakeMac({ ioreg: '"board-id" = <"Mac-1/../x?y">', version: 'ProductVersion: x\n' });
			try {
				const asked = await runScript(['plain'], { ...env, ...odd.env }, { shell });
				expect(asked.code).toBe(1);
				expect(asked.err).toContain('cannot read the board and version');
			} finally {
				odd.remove();
			}
		});

		once('a page that is not an answer of the service is neither used nor cached', async () => {
			const hotel = answerWith(() => new Response('<html>board_id=1\nis_current=true</html>'));
			try {
				await failing({ POINTRELEASE_URL: hotel.address }, 'the answer is not from a pointrelease service');
				expect(readdirSync(join(mac.folder, 'cache'))).toEqual([]);
			} finally {
				hotel.stop();
			}
		});
	});
}

shellTest('a slow server is given up after the timeout', async () => {
	const late = Promise.withResolvers<Response>();
	const slow = answerWith(() => late.promise);
	try {
		const changed = { POINTRELEASE_URL: slow.address, POINTRELEASE_TIMEOUT: '1' };
		const asked = await runScript(['plain'], { ...env, ...changed });
		expect(asked.code).toBe(1);
		expect(asked.err).toBe(`pointrelease: no answer from ${slow.address}: timed out after 1 seconds\n`);
	} finally {
		late.resolve(new Response('late'));
		slow.stop();
	}
});

shellTest('no command line contains the key', async () => {
	const log = join(mac.folder, 'curl.log');
	command(join(mac.folder, 'bin'), 'curl', `echo "$*" >>"${log}"; exec "${Bun.which('curl')}" "$@"`);
	expect((await runScript(['plain'], env)).code).toBe(0);
	expect(readFileSync(log, 'utf8')).toContain('--config -');
	expect(readFileSync(log, 'utf8')).not.toContain(live.key);
});

shellTest('an incomplete answer is an error', async () => {
	const whole = await runScript(['plain'], env);
	const server = createServer((socket) => {
		socket.once('data', () => {
			const head = `HTTP/1.1 200 OK\r\nContent-Length: ${whole.out.length}\r\n\r\n`;
			socket.end(head + whole.out.slice(0, 400));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	try {
		const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		const asked = await runScript(['plain'], { ...env, POINTRELEASE_URL: address });
		expect(asked).toEqual({
			code: 1,
			out: '',
			err: `pointrelease: no answer from ${address}: curl failed with status 18\n`,
		});
	} finally {
		server.close();
	}
});

shellTest('a redirect is reported with the address to use', async () => {
	const front = answerWith(
		() =>
			new Response('', {
				status: 308,
				headers: { Location: 'https://a.example/advice/J293AP:14.7.2?as_of=2025-03-01' },
			}),
	);
	try {
		// Another address would hide the mistake.
		const asked = await runScript(['raw'], { ...env, POINTRELEASE_URL: `${front.address} ${live.address}` });
		expect(asked.err).toBe(
			`pointrelease: ${front.address} redirects: use https://a.example as the address\n`,
		);
	} finally {
		front.stop();
	}
});

shellTest('the .curlrc of the user is ignored', async () => {
	writeFileSync(join(mac.folder, '.curlrc'), `url = "${nobody}"\nproxy = "${nobody}"\n`);
	expect(await runScript(['raw', 'version'], env)).toEqual({ code: 0, out: '14.7.2\n', err: '' });
});

// Root can read everything: setpriv(1) of util-linux runs the client as another user.
const canBeSomebodyElse = process.getuid!() === 0 && Bun.which('setpriv') !== null;
shellTest.skipIf(!canBeSomebodyElse)('a user who cannot read the settings gets a warning', async () => {
	const settings = join(mac.folder, 'settings');
	mkdirSync(settings, { mode: 0o700 });
	writeFileSync(join(settings, 'address'), live.address);
	chmodSync(mac.folder, 0o755);
	const { POINTRELEASE_URL: _url, POINTRELEASE_CACHE: _cache, ...rest } = env;
	const script = join(mac.folder, 'pointrelease.sh');
	copyFileSync(pointreleaseScript, script);
	const words = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'sh', script, 'raw'];
	const asked = await runCommand(words, { ...rest, TMPDIR: '/tmp' });
	expect([asked.code, asked.err.split('\n')]).toEqual([
		1,
		[
			`pointrelease: this user cannot read ${settings}: its settings are not used`,
			`pointrelease: no address: set POINTRELEASE_URL or write it to ${settings}/address`,
			'',
		],
	]);
});

shellTest('an unknown mode and an invalid policy are refused', async () => {
	expect(await runScript(['verbose'], env)).toMatchObject({ code: 2, out: '' });
	const asked = await runScript(['plain'], { ...env, POINTRELEASE_DEFER_DAYS: '9&behind=1' });
	expect(asked).toMatchObject({
		code: 1,
		err: 'pointrelease: POINTRELEASE_DEFER_DAYS is "9&behind=1": expected a whole number from 0 to 9999\n',
	});
});

shellTest('without an answer the only Munki condition says so', async () => {
	const asked = await runScript(['munki'], { ...env, POINTRELEASE_URL: nobody });
	expect(asked.code).toBe(1);
	expect(readFileSync(join(mac.folder, 'defaults.log'), 'utf8')).toBe(
		'/Library/Managed Installs/ConditionalItems pointrelease_answered -bool false\n',
	);
});
