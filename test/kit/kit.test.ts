import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientFiles } from '../../src/kit/client-files.ts';
import type { KitRecord } from '../../src/kit/kit-parts.ts';
import { readPublicAddress } from '../../src/server/addresses.ts';
import { fakeMac, siliconTree } from '../clients/fake-mac.ts';
import { runCommand, shellTest } from '../clients/run-shell.ts';
import { policiesFile } from '../enforce/policies.ts';
import { type Live, startLive } from '../live.ts';
import { responseFault } from '../openapi.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-kit-'));
let live: Live;
beforeAll(async () => {
	writeFileSync(join(folder, 'policies.json'), policiesFile);
	live = await startLive({ POLICIES: join(folder, 'policies.json') });
});
afterAll(async () => {
	await live.stop();
	rmSync(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
	fetch(live.address + path, { headers: { Authorization: live.key, ...headers } });
const textOf = async (path: string, headers?: Record<string, string>) => (await get(path, headers)).text();
const indexOf = async (query: string): Promise<KitRecord> =>
	JSON.parse(await textOf(`/kit/index.json${query}`));

test('the index lists every file with size and checksum, and each path answers with exactly those bytes', async () => {
	const { files, refused, ...about } = await indexOf('?policy=standard');
	expect(about).toMatchObject({ address: live.address, policy: 'standard' });
	expect(about.policies).toEqual(['standard', 'newest', 'careful', 'open']);
	expect(refused).toEqual([]);
	expect([...new Set(files.map(({ kind }) => kind))]).toEqual(['client', 'ddm', 'fleet', 'nudge', 'access']);
	for (const { kind, path, type, bytes, sha256 } of files) {
		const response = await get(path);
		const body = Buffer.from(await response.arrayBuffer());
		expect([path, response.headers.get('content-type'), body.length, digest(body)]).toEqual([
			path,
			type,
			bytes,
			sha256,
		]);
		if (kind !== 'client') expect(await textOf(path.replace('/kit/', '/enforce/'))).toBe(body.toString());
		const tag = response.headers.get('etag')!;
		expect([path, (await get(path, { 'If-None-Match': tag })).status]).toEqual([path, 304]);
	}
});

test('without a policy the kit has only the clients; a policy that cannot be enforced gets a reason', async () => {
	expect((await indexOf('')).files.map(({ name }) => name)).toEqual(clientFiles.map(({ name }) => name));
	expect((await indexOf('?policy=open')).refused).toEqual(
		['ddm', 'nudge', 'access'].map((format) => ({
			format,
			because: `the policy open has no deadline, and ${format} needs one: set grace_days in the policy`,
		})),
	);
});

test('if the feed of the service is public, the files of Nudge name it', async () => {
	const open = await startLive({ POLICIES: join(folder, 'policies.json'), SOFA_FEED: 'public' });
	try {
		const ask = async (path: string) =>
			(await fetch(open.address + path, { headers: { Authorization: open.key } })).text();
		const features = async (path: string) => JSON.parse(await ask(path)).optionalFeatures.customSOFAFeedURL;
		const named = await features('/kit/newest/nudge/nudge.json');
		expect(named).toBe(`${open.address}/sofa/v1/macos_data_feed.json?ended=3`);
		expect((await fetch(named)).status).toBe(200);
		expect(await features('/enforce/newest/nudge/nudge.json')).toBeUndefined();
		const { files } = JSON.parse(await ask('/kit/index.json?policy=newest')) as KitRecord;
		const listed = files.find(({ name }) => name === 'nudge.json')!;
		expect(digest(Buffer.from(await ask(listed.path)))).toBe(listed.sha256);
	} finally {
		await open.stop();
	}
});

test('answers fit their description, and an error lists what exists', async () => {
	for (const [template, path, status] of [
		['/kit/index.json', '/kit/index.json?policy=newest', 200],
		['/kit/index.json', '/kit/index.json?policy=other', 404],
		['/kit/{file}', '/kit/pointrelease.sh', 200],
		['/kit/{file}', '/kit/other.sh', 404],
		['/kit/{policy}/{format}/{file}', '/kit/standard/fleet/labels.yml', 200],
		['/kit/{policy}/{format}/{file}', '/kit/open/ddm/groups.json', 409],
		...clientFiles.map(({ name }) => ['/kit/{file}', `/kit/${name}`, 200] as const),
	] as const) {
		const response = await get(path);
		const body = await response.text();
		expect([path, response.status]).toEqual([path, status]);
		expect([path, responseFault(template, status, response.headers, body)]).toEqual([path, null]);
	}
	expect((await fetch(`${live.address}/kit/pointrelease.sh`)).status).toBe(403);
	expect(
		(await get('/kit/pointrelease.sh', { 'Accept-Encoding': 'br' })).headers.get('content-encoding'),
	).toBe('br');
});

shellTest('the shell client of the kit contains the address of the service and the policy', async () => {
	const mac = fakeMac({
		target: 'J293AP\n',
		ioreg: siliconTree('J293AP', 'MacBookPro17,1'),
		version: '14.7.2\n',
	});
	try {
		const script = join(mac.folder, 'pointrelease.sh');
		writeFileSync(script, await textOf('/kit/pointrelease.sh?policy=newest'));
		const { out, err } = await runCommand(['sh', script], { ...mac.env, POINTRELEASE_KEY: live.key });
		expect(err).toBe('');
		expect(out).toContain('policy=newest\n');
		expect(out).toContain('target_version=27.2\n');
		const other = await runCommand(['sh', script], {
			...mac.env,
			POINTRELEASE_KEY: live.key,
			POINTRELEASE_POLICY: 'careful',
		});
		expect(other.out).toContain('policy=careful\n');
	} finally {
		mac.remove();
	}
});

describe('the address that is filled in', () => {
	const settings = { publicUrl: null, tls: null, trustedProxies: ['10.0.0.1'] };
	const asked = (headers: Record<string, string>, peer = '192.0.2.1') =>
		readPublicAddress(settings, () => peer)(new Request('http://x/', { headers }));

	test('is that of the setting, or else that of the request', () => {
		const set = { ...settings, publicUrl: 'https://macs.example/releases' };
		expect(readPublicAddress(set, () => '')(new Request('http://x/'))).toBe('https://macs.example/releases');
		expect(asked({ Host: 'macs.example:8080' })).toBe('http://macs.example:8080');
		expect(asked({ Host: '[2001:db8::1]:8080' })).toBe('http://[2001:db8::1]:8080');
	});

	test('is what a trusted proxy says, but not what others say', () => {
		const forwarded = {
			Host: 'inside:8080',
			'X-Forwarded-Host': 'macs.example',
			'X-Forwarded-Proto': 'https',
		};
		expect(asked(forwarded, '10.0.0.1')).toBe('https://macs.example');
		expect(asked(forwarded, '::ffff:10.0.0.1')).toBe('https://macs.example');
		expect(asked(forwarded)).toBe('http://inside:8080');
	});

	test('is https for a browser that loaded the page over TLS, whatever the proxy says', () => {
		const browser = { 'Sec-Fetch-Site': 'same-origin' };
		expect(asked({ Host: 'macs.example', ...browser })).toBe('https://macs.example');
		// Browsers trust their own machine without TLS.
		for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'x.localhost'])
			expect(asked({ Host: host, ...browser })).toBe(`http://${host}`);
	});

	test.each([
		"a'; rm -rf /; '",
		'a"b',
		'a b',
		'$(id)',
		'`id`',
		'h:99999999',
		'a, b',
		'-x',
		'[::1',
		'a/../b',
		'ä',
	])('is empty for a host such as %s', (host) => {
		expect(asked({ Host: host })).toBeNull();
	});
});

test('a hostile host is written into no file', async () => {
	const script = await textOf('/kit/pointrelease.sh', { Host: "x'; touch /tmp/x; '" });
	expect(script).toContain(`\nkit_url='${live.address}'\n`);
});

function digest(bytes: Uint8Array): string {
	return createHash('sha256').update(bytes).digest('hex');
}
