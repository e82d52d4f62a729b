import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appleDocument, appledbDocuments, kevDocument, sofaDocument } from '../feeds/documents.ts';
import { FakeCveList } from '../feeds/fake-cve-list.ts';
import { boardsRunning, shipped } from '../feeds/node.ts';
import type { World } from './world.ts';

const root = new TextEncoder().encode('a root certificate');
const boards = boardsRunning(shipped.catalog, '27.2');

/** The releases that appear in a simulated world, in their order. */
export const releases = [
	{ version: '27.2', build: '26B100', date: '2026-10-26', boards },
	{ version: '27.3', build: '26C50', date: '2026-11-30', boards },
	{ version: '27.3.1', build: '26C62', date: '2026-12-01', boards },
	{ version: '27.4', build: '26D20', date: '2026-12-01', boards },
] as const;

export const feedSettings = {
	FEED_EVERY: '300',
	FEED_OTHERS_EVERY: '600',
	FEED_APPLE_URL: 'https://apple.test/v2/pmv',
	FEED_APPLE_ROOT_URL: 'https://others.test/root.cer',
	FEED_APPLE_ROOT_SHA256: new Bun.CryptoHasher('sha256').update(root).digest('hex'),
	FEED_SOFA_URL: 'https://others.test/sofa/v2',
	FEED_SOFA_OLD_URL: 'https://others.test/sofa/v1',
	FEED_APPLEDB_URL: 'https://others.test',
	FEED_KEV_URL: 'https://others.test/kev.json',
	FEED_CVE_URL: 'https://others.test/cvelist',
};

/** Opens the feeds and the services of the channels. */
export function openHosts({ network: { hosts }, simulation, received, published }: World): void {
	const shown = () => releases.slice(0, published.count);
	const dated = (text: string) => tagged(text, () => new Date(simulation.wall));
	const sofa = () =>
		sofaDocument(shown().map(({ version, build, date }) => ({ version, date, builds: [build] })));
	const cves = new FakeCveList();
	hosts.set('apple.test', (request) => dated(appleDocument(shown()))(request));
	hosts.set('others.test', (request) => {
		const { pathname } = new URL(request.url);
		if (pathname === '/root.cer') return new Response(root);
		if (pathname.startsWith('/sofa')) return dated(sofa())(request);
		if (pathname === '/kev.json') return dated(kevDocument([]))(request);
		if (pathname.startsWith('/cvelist')) return cves.answer(request);
		const file = appledbDocuments([], [])[decodeURIComponent(pathname)];
		return file === undefined ? new Response('', { status: 404 }) : dated(file)(request);
	});
	for (const channel of ['ops', 'chat'])
		hosts.set(`${channel}.test`, async (request) => {
			const text = await request.text();
			received.push({ channel, id: request.headers.get('webhook-id'), text });
			return new Response('ok');
		});
	hosts.set('beat.test', () => new Response('ok'));
}

/** Writes the watch file, and makes the folders that it names. */
export function writeWatchFile(folder: string): void {
	const at = (name: string) => join(folder, name);
	for (const name of ['exports', 'reports', 'enforce', 'evidence']) mkdirSync(at(name), { mode: 0o700 });
	const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
	const watch = {
		inventories: [at('exports')],
		every: '15m',
		policy: 'latest',
		framework: 'cyber-essentials-3.3',
		reports: at('reports'),
		enforce: { folder: at('enforce'), formats: ['ddm'] },
		evidence: { folder: at('evidence') },
		history: at('history.db'),
		heartbeat: 'https://beat.test/',
		channels: {
			ops: { kind: 'webhook', url: 'https://ops.test/hook', secret },
			chat: { kind: 'slack', url: 'https://chat.test/services/T0SECRET1/B0SECRET2' },
			boss: { kind: 'mail', to: 'boss@example.com' },
		},
	};
	writeFileSync(at('watch.json'), JSON.stringify(watch), { mode: 0o600 });
}

function tagged(text: string, now: () => Date): (request: Request) => Response {
	return (request) => {
		const headers = { etag: `"${Bun.hash(text).toString(36)}"`, date: now().toUTCString() };
		const isSame = request.headers.get('if-none-match') === headers.etag;
		return new Response(isSame ? null : text, { status: isSame ? 304 : 200, headers });
	};
}
