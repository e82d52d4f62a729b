import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAuthority } from '../feeds/certificates.ts';
import { runCommand } from '../process.ts';
import { startService } from '../service-process.ts';

const authority = createAuthority('Authority of the tests');
const stranger = createAuthority('Somebody else');
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-doctor-'));
const ca = join(folder, 'ca.pem');
beforeAll(() => writeFileSync(ca, authority.pem));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Made = {
	days?: number;
	since?: number;
	purpose?: 'server' | 'client';
	names?: string[];
	chain?: string;
};

/** The settings that name a certificate with these properties. */
function certificate({ names = ['macs.example.com'], chain = authority.pem, ...made }: Made) {
	const { cert, key } = authority.issue({ days: 90, names, ...made });
	const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
	writeFileSync(certFile, cert + chain);
	writeFileSync(keyFile, key);
	return { TLS_CERT: certFile, TLS_KEY: keyFile };
}

async function examine(wish: Made, env: Record<string, string> = {}): Promise<string[]> {
	const settings = {
		POINTRELEASE_STATE: join(folder, 'none'),
		PORT: '1',
		...certificate(wish),
		...env,
	};
	const { stdout } = await runCommand(['doctor', '--json'], settings);
	const findings: { check: string; state: string; found: string }[] = JSON.parse(stdout);
	return findings
		.filter(({ check }) => check === 'certificate')
		.map(
			({ state, found }) =>
				`${state}: ${found.replace(/^\S+cert\.pem for .+, until \S+: /, '').replace(/before [-\d]{10}/, 'before DAY')}`,
		);
}

const trusting = { NODE_EXTRA_CA_CERTS: ca };

test.each<[string, Made, Record<string, string>, string[]]>([
	[
		'is complete, for the name in PUBLIC_URL',
		{},
		{ ...trusting, PUBLIC_URL: 'https://macs.example.com' },
		['ok: clients trust it'],
	],
	['has expired', { days: -1 }, trusting, ['problem: expired']],
	[
		'is not valid yet',
		{ since: 3 },
		trusting,
		['problem: not valid before DAY; clients refuse it until then'],
	],
	[
		'is for clients instead of servers',
		{ purpose: 'client' },
		trusting,
		['problem: it is not for servers, so clients refuse it'],
	],
	[
		'is only for the IP address of PUBLIC_URL',
		{ names: [] },
		{ ...trusting, PUBLIC_URL: 'https://127.0.0.1:8443' },
		['ok: clients trust it'],
	],
	['ends soon', { days: 5 }, trusting, ['warning: 4 days left']],
	[
		'has no chain',
		{ chain: '' },
		{},
		[
			'warning: the file has this certificate without its chain, so clients refuse it (UNABLE_TO_VERIFY_LEAF_SIGNATURE)',
		],
	],
	[
		'is followed by a different authority than its own',
		{ chain: stranger.pem },
		trusting,
		['problem: number 1 in the file is not signed by the one after it'],
	],
	[
		'has an authority that clients do not know',
		{},
		{},
		['warning: clients that know only public authorities refuse it (SELF_SIGNED_CERT_IN_CHAIN)'],
	],
	[
		'is for another name than that of PUBLIC_URL',
		{},
		{ ...trusting, PUBLIC_URL: 'https://shop.example.com/macs' },
		[
			'ok: clients trust it',
			'problem: no certificate is for shop.example.com, the name in PUBLIC_URL, so clients refuse the connection',
		],
	],
	[
		'is a wildcard below the name of PUBLIC_URL',
		{ names: ['*.example.com'] },
		{ ...trusting, PUBLIC_URL: 'https://shop.example.com' },
		['ok: clients trust it'],
	],
])('doctor reports a certificate that %s', async (_, certificate, env, text) => {
	expect(await examine(certificate, env)).toEqual(text);
});

test('a service that starts with an expired certificate reports it, and serves', async () => {
	const service = await startService({ env: certificate({ days: -3 }) });
	try {
		const line = service
			.output()
			.split('\n')
			.find((text) => text.includes('certificate expired'));
		expect(JSON.parse(line!)).toMatchObject({
			level: 'warn',
			event: 'certificate expired, clients refuse it',
			file: join(folder, 'cert.pem'),
			names: 'macs.example.com',
		});
		expect(await service.stop()).toBe(0);
	} finally {
		await service.remove();
	}
});
