import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import { type Live, startLive } from '../live.ts';

const folder = mkdtempSync(join(tmpdir(), 'pointrelease-encodings-'));
let live: Live;
beforeAll(async () => {
	const policies = join(folder, 'policies.json');
	writeFileSync(policies, '{"policies":{"newest":{"grace_days":14}}}');
	live = await startLive({ SOFA_FEED: 'key', MINIMUM: 'key', POLICIES: policies });
});
afterAll(async () => {
	await live.stop();
	rmSync(folder, { recursive: true, force: true });
});

/** A request for each route that answers with data, and whether the answer is long enough to be compressed. */
const asked: Record<string, { path: string; long: boolean }> = {
	'/boards': { path: '/boards', long: true },
	'/boards/{board_id}': { path: '/boards/J293AP', long: true },
	'/boards/{board_id}/releases': { path: '/boards/J293AP/releases', long: true },
	'/releases': { path: '/releases', long: true },
	'/releases/{version}': { path: '/releases/14', long: true },
	'/releases/{version}/cves': { path: '/releases/14.7.2/cves', long: true },
	'/builds/{build}': { path: '/builds/23H311', long: true },
	'/search': { path: '/search?q=air', long: true },
	'/advice': { path: '/advice?item=J293AP:14.7.2', long: true },
	'/advice/{board_version}': { path: '/advice/J293AP:14.7.2', long: true },
	'/exposure/{board_version}': { path: '/exposure/J293AP:14.7.2', long: true },
	'/cves/{cve_id}': { path: '/cves/CVE-2024-44308', long: true },
	'/cves/{cve_id}/{board_version}': { path: '/cves/CVE-2024-44308/J293AP:14.7.2', long: false },
	'/releases/{version}/boards': { path: '/releases/14.7.2/boards', long: true },
	'/enforceable/{mac}': { path: '/enforceable/J293AP', long: false },
	'/policies': { path: '/policies', long: false },
	'/dataset/tables': { path: '/dataset/tables', long: true },
	'/dataset/core.json': { path: '/dataset/core.json', long: true },
	'/enforce/{policy}/{format}': { path: '/enforce/newest/nudge', long: true },
	'/enforce/{policy}/{format}/{file}': { path: '/enforce/newest/ddm/groups.json', long: true },
	'/minimum/{policy}': { path: '/minimum/newest?at=target', long: true },
	'/minimum/{policy}/{major}': { path: '/minimum/newest/26?at=target&as_of=2026-09-10', long: false },
	'/export/boards.csv': { path: '/export/boards.csv', long: true },
	'/export/releases.csv': { path: '/export/releases.csv', long: true },
	'/export/support.csv': { path: '/export/support.csv', long: true },
	'/export/snipe-it.csv': { path: '/export/snipe-it.csv', long: true },
	'/dataset': { path: '/dataset', long: true },
	'/calendar.ics': { path: '/calendar.ics', long: true },
	'/releases.atom': { path: '/releases.atom', long: true },
	'/sofa/v1/macos_data_feed.json': { path: '/sofa/v1/macos_data_feed.json', long: true },
	'/sofa/v2/macos_data_feed.json': { path: '/sofa/v2/macos_data_feed.json', long: true },
	'/openapi.json': { path: '/openapi.json', long: true },
	'/docs': { path: '/docs', long: true },
	'/': { path: '/', long: true },
	'/mac/{board}': { path: '/mac/J293AP', long: true },
	'/release': { path: '/release', long: true },
	'/release/{version}': { path: '/release/14', long: true },
	'/cve/{cve}': { path: '/cve/CVE-2024-44308', long: true },
	'/sign-in': { path: '/sign-in', long: true },
	'/compare': { path: '/compare', long: true },
	'/all': { path: '/all', long: true },
	'/fleet': { path: '/fleet', long: true },
	'/kit': { path: '/kit', long: true },
	'/kit/index.json': { path: '/kit/index.json', long: true },
	'/kit/{file}': { path: '/kit/pointrelease.sh', long: true },
	'/kit/{policy}/{format}/{file}': { path: '/kit/newest/ddm/groups.json', long: true },
};

/**
 * Routes whose answers are the state of the moment, depend on a token, or follow a POST: they are not compressed in
 * advance.
 */
const others = [
	'/livez',
	'/readyz',
	'/mcp',
	'/hooks/stripe',
	'/lost-key',
	'/feeds/{token}/releases.atom',
	'/feeds/{token}/calendar.ics',
	'/boards/{board_id}/releases.atom',
	'/boards/{board_id}/releases.ics',
	'/feeds/{token}/boards/{board_id}/releases.atom',
	'/feeds/{token}/boards/{board_id}/releases.ics',
	'/license',
	'/subscription',
	'/subscription/start',
	'/subscription/end',
	'/sitemap.xml',
	'/robots.txt',
	'/llms.txt',
];

/** Clients of SOFA compare the tag of a HEAD with that of a GET, so it is weak. */
const isWeak = (path: string) => path.startsWith('/sofa/');

async function ask(path: string, encoding: string, more: Record<string, string> = {}, method = 'GET') {
	const headers = { Authorization: live.key, 'Accept-Encoding': encoding, ...more };
	const options = { method, headers, decompress: false } as RequestInit;
	const response = await fetch(live.address + path, options);
	const bytes = new Uint8Array(await response.arrayBuffer());
	const field = (name: string) => response.headers.get(name);
	return { status: response.status, bytes, field };
}

const decode = {
	br: (bytes: Uint8Array) => brotliDecompressSync(bytes),
	gzip: (bytes: Uint8Array) => gunzipSync(bytes),
};

test('this test covers every route that answers with data or with the page', () => {
	const named = routes.filter(({ answeredBy }) => answeredBy !== 'operation').map(({ path }): string => path);
	expect([...named].toSorted()).toEqual([...Object.keys(asked), ...others].toSorted());
});

test.each(Object.values(asked))(
	'$path has the same content and a separate tag for each encoding',
	async ({ path, long }) => {
		const plain = await ask(path, 'identity');
		expect(plain.status).toBe(200);
		expect(plain.field('content-encoding')).toBeNull();
		expect(plain.field('vary')).toEndWith('Accept-Encoding');
		const tags = new Set([plain.field('etag')]);
		for (const encoding of ['br', 'gzip'] as const) {
			const header = long ? encoding : `${encoding}, identity;q=0`;
			const encoded = await ask(path, header);
			expect(encoded.field('content-encoding')).toBe(encoding);
			expect(encoded.field('vary')).toBe(plain.field('vary'));
			expect(encoded.field('content-type')).toBe(plain.field('content-type'));
			expect(Buffer.from(decode[encoding](encoded.bytes)).equals(Buffer.from(plain.bytes))).toBe(true);
			if (long) expect(encoded.bytes.length).toBeLessThan(plain.bytes.length / 1.8);
			tags.add(encoded.field('etag'));

			const head = await ask(path, header, {}, 'HEAD');
			expect([head.status, head.bytes.length]).toEqual([200, 0]);
			for (const name of ['etag', 'content-encoding', 'vary', 'content-type', 'content-length'])
				expect([name, head.field(name)]).toEqual([name, encoded.field(name)]);

			const again = await ask(path, header, { 'If-None-Match': encoded.field('etag')! });
			expect([again.status, again.bytes.length]).toEqual([304, 0]);
			expect([again.field('etag'), again.field('vary')]).toEqual([
				encoded.field('etag'),
				plain.field('vary'),
			]);
			// The tag of another encoding does not match; a weak tag matches all encodings.
			const other = await ask(path, header, { 'If-None-Match': plain.field('etag')! });
			expect(other.status).toBe(isWeak(path) ? 304 : 200);
		}
		expect(tags.size).toBe(isWeak(path) ? 1 : 3);
	},
);

test('a body too short to gain from compression is not compressed', async () => {
	for (const { path, long } of Object.values(asked))
		if (!long) expect([path, (await ask(path, 'gzip, br')).field('content-encoding')]).toEqual([path, null]);
});

test('the five operations have the same bytes whatever encodings a client accepts', async () => {
	for (const path of ['14', 'J293AP', 'J293AP:14', 'J293AP:14.7.2', '14/board_ids'].map(
		(item) => `/items/${item}`,
	)) {
		const plain = await ask(path, 'identity');
		const other = await ask(path, 'br, gzip, identity;q=0');
		expect([path, other.field('content-encoding'), other.field('vary')]).toEqual([path, null, null]);
		expect([other.field('etag'), Buffer.from(other.bytes)]).toEqual([
			plain.field('etag'),
			Buffer.from(plain.bytes),
		]);
	}
});

test('the weights of a client decide; among equal ones the shorter form is used', async () => {
	const chosen = async (header: string) => (await ask('/boards', header)).field('content-encoding');
	expect(await chosen('gzip, deflate, br, zstd')).toBe('br');
	expect(await chosen('br;q=0.2, gzip;q=0.9')).toBe('gzip');
	expect(await chosen('*')).toBe('br');
	expect(await chosen('gzip;q=0, *;q=0.1')).toBe('br');
	expect(await chosen('identity, br;q=0.5')).toBeNull();
	expect(await chosen('zstd')).toBeNull();
});
