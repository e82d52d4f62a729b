import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { dirname, join } from 'node:path';
import { createAuthority } from '../feeds/certificates.ts';
import { freePort } from '../free-port.ts';
import { askCorpus, corpus } from '../hostile/ask-corpus.ts';
import { runCommand } from '../process.ts';
import { certificateFolder, type SecureService, shakeHands, startSecureService } from './secure-service.ts';

describe('a service with certificates', () => {
	let service: SecureService;
	let redirectPort: number;
	beforeAll(async () => {
		redirectPort = await freePort();
		const files = certificateFolder(['localhost', 'macs.example'], ['other.example', '*.wild.example']);
		service = await startSecureService({ TLS_REDIRECT_PORT: String(redirectPort) }, files);
	});
	afterAll(() => service.remove());

	test('answers over TLS, and tells browsers to use only TLS', async () => {
		expect(service.address).toBe(`https://localhost:${service.port}`);
		const response = await service.get('/items/J293AP');
		expect(response.status).toBe(200);
		expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000');
		for (const path of ['/items/14/board_ids', '/boards', '/', '/livez', '/nothing'])
			expect((await service.get(path)).headers.get('strict-transport-security')).toBe('max-age=31536000');
	});

	test('prints the address of a feed with a name of the certificate, over TLS', async () => {
		const [{ id }] = JSON.parse((await service.command('license', 'list', '--json')).stdout);
		const { stdout } = await service.command('license', 'feed', id);
		expect(stdout).toMatch(/^https:\/\/localhost:\d+\/feeds\/\w+\/releases\.atom\n$/);
	});

	test('prints a curl line with a name of the certificate', () => {
		expect(service.output()).toContain(`https://localhost:${service.port}/items/J293AP:14.7.2`);
	});

	test.each([
		['localhost', 'DNS:localhost'],
		['macs.example', 'DNS:localhost'],
		['other.example', 'DNS:other.example'],
		['a.wild.example', 'DNS:other.example'],
		['unknown.example', 'DNS:localhost'],
	])('shows the right certificate to %s', async (servername, names) => {
		expect(await shakeHands(service.port, { servername })).toMatchObject({
			names: expect.stringContaining(names),
		});
	});

	test.each(['TLSv1.2', 'TLSv1.3'] as const)('speaks %s', async (version) => {
		const hands = await shakeHands(service.port, { minVersion: version, maxVersion: version });
		expect(hands).toMatchObject({ protocol: version });
	});

	test('does not speak TLS 1.1', async () => {
		const hands = await shakeHands(service.port, { minVersion: 'TLSv1.1', maxVersion: 'TLSv1.1' });
		expect(hands).toBeString();
	});

	test.each(['ECDHE-ECDSA-AES128-SHA', 'ECDHE-ECDSA-AES256-SHA'])('does not agree to %s', async (ciphers) => {
		const hands = await shakeHands(service.port, { maxVersion: 'TLSv1.2', ciphers });
		expect(hands).toBeString();
	});

	test.each(['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-CHACHA20-POLY1305'])(
		'agrees to %s',
		async (ciphers) => {
			const hands = await shakeHands(service.port, { maxVersion: 'TLSv1.2', ciphers });
			expect(hands).toMatchObject({ cipher: ciphers });
		},
	);

	test('redirects plain HTTP of the second port to the same path under its own name', async () => {
		const ask = (method: string, host: string) =>
			fetch(`http://127.0.0.1:${redirectPort}/mac/J293AP?version=14.7.2`, {
				method,
				headers: { Host: host },
				redirect: 'manual',
			});
		const response = await ask('GET', 'evil.example');
		expect(response.status).toBe(308);
		const secure = `https://localhost:${service.port}/mac/J293AP?version=14.7.2`;
		expect(response.headers.get('location')).toBe(secure);
		expect((await ask('POST', 'localhost')).status).toBe(405);
	});

	test('is ready for commands that check it, whatever names its certificate has', async () => {
		const settings = { ...service.files.env, PORT: String(service.port), POINTRELEASE_STATE: service.state };
		const ready = await runCommand(['ready'], settings);
		expect(ready).toMatchObject({ code: 0, stdout: 'ready\n' });
		const doctor = await runCommand(['doctor'], { ...settings, FEEDS: 'off' });
		expect(doctor.stdout).toContain(`https://127.0.0.1:${service.port} is ready`);
		expect(doctor.stdout).toMatch(/certificate +.*0\.cert for localhost, macs\.example, 127\.0\.0\.1, until/);
	});

	test('answers the hostile corpus as without TLS', async () => {
		const answered = await askCorpus(service.port, service.key, {
			wanted: ({ answers }) => answers,
			ca: service.files.ca,
		});
		const wrong = corpus
			.map(({ name, answers }) => ({ name, answers: [...answers], got: answered.get(name) }))
			.filter(({ answers, got }) => got?.join() !== answers.join());
		expect(wrong).toEqual([]);
	});
});

describe('a start with bad certificates ends with one line', () => {
	const files = certificateFolder();
	const other = createAuthority('Another').issue();
	afterAll(() => files.remove());
	const { TLS_CERT = '', TLS_KEY = '' } = files.env;
	const pipe = join(dirname(TLS_CERT), 'pipe');
	expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
	test.each<[string, Record<string, string>, string]>([
		[
			'a missing file',
			{ TLS_CERT: '/nowhere/a.pem', TLS_KEY },
			'TLS_CERT names /nowhere/a.pem, which cannot be read (no such file or folder)',
		],
		[
			'a pipe, which may never have a writer',
			{ TLS_CERT: pipe, TLS_KEY },
			`TLS_CERT names ${pipe}, which cannot be read (it is not a regular file)`,
		],
		[
			'a file that is not a certificate',
			{ TLS_CERT: TLS_KEY, TLS_KEY },
			`TLS_CERT names ${TLS_KEY}: expected a certificate in PEM`,
		],
		[
			'a file that is not a key',
			{ TLS_CERT, TLS_KEY: TLS_CERT },
			`TLS_KEY names ${TLS_CERT}: expected a private key in PEM without a passphrase`,
		],
		[
			'a missing key',
			{ TLS_CERT },
			'TLS_CERT names 1 file and TLS_KEY 0: expected a key for each certificate, in the same order',
		],
		[
			'only a redirect',
			{ TLS_REDIRECT_PORT: '80' },
			'TLS_REDIRECT_PORT needs TLS_CERT and TLS_KEY: there is no TLS port to redirect to',
		],
	])('%s', async (_, env, line) => {
		const { code, stderr } = await runCommand(['serve'], { PORT: '0', FEEDS: 'off', ...env });
		expect({ code, stderr }).toEqual({ code: 1, stderr: `pointrelease: ${line}\n` });
	});

	test('a certificate for an address only that is not the first is refused: no client would ever get it', async () => {
		const files = certificateFolder(['localhost'], []);
		try {
			const second = files.env.TLS_CERT!.split(',')[1];
			const { code, stderr } = await runCommand(['serve'], { PORT: '0', FEEDS: 'off', ...files.env });
			expect({ code, stderr }).toEqual({
				code: 1,
				stderr: `pointrelease: the certificate in ${second} stands for no host name, so no client would get it: name it first in TLS_CERT, or leave it out\n`,
			});
		} finally {
			files.remove();
		}
	});

	test('a certificate for an address only is used for clients that send no name', async () => {
		const service = await startSecureService({}, certificateFolder([], ['other.example']));
		try {
			expect(await shakeHands(service.port)).toMatchObject({ names: 'IP Address:127.0.0.1' });
			expect((await service.get('/items/14')).status).toBe(200);
		} finally {
			await service.remove();
		}
	});

	test('the key of another certificate', async () => {
		files.write('key', other.key);
		const { code, stderr } = await runCommand(['serve'], { PORT: '0', FEEDS: 'off', ...files.env });
		expect(code).toBe(1);
		expect(stderr).toBe(
			`pointrelease: the key in ${TLS_KEY} does not belong to the certificate in ${TLS_CERT}: list both in the same order\n`,
		);
		expect(stderr).not.toContain('BEGIN');
	});
});

test('a second service on the port of one with TLS is refused', async () => {
	const service = await startSecureService();
	try {
		const settings = { ...service.files.env, PORT: String(service.port), FEEDS: 'off' };
		const { code, stderr } = await runCommand(['serve'], settings);
		expect(code).toBe(1);
		expect(stderr).toContain(`port ${service.port} on 127.0.0.1 is in use`);
	} finally {
		await service.remove();
	}
});
