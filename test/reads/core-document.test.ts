import { expect, test } from 'bun:test';
import { readCoreDocument } from '@pointrelease/core/src/api/reads/exports.ts';
import { type DataDocument, digestOf } from '@pointrelease/core/src/catalog/document.ts';
import { unpackTables } from '@pointrelease/core/src/catalog/tables/packed.ts';
import { DataRefused, openCatalog } from '@pointrelease/core/src/library/main.ts';
import { eventually } from '../eventually.ts';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning } from '../feeds/node.ts';
import { startLive } from '../live.ts';
import { describedText } from '../openapi.ts';
import { shipped } from '../shipped-data.ts';
import { withRows } from '../verdict/with-rows.ts';

const path = '/dataset/core.json';

test('the document has what was learned, its version and its digest', () => {
	const learnt = withRows({
		'primary/releases.csv': ['27,27.9,2027-03-22,day,high,,,all,gdmf,'],
		'changes.csv': ['2027-03-22T18:00:00Z,Release 27.9'],
	});
	const document: DataDocument = JSON.parse(readCoreDocument(learnt).body);
	const { data_version, data_changed, digest, tables } = document;
	const expected = digestOf({ version: learnt.dataVersion, changed: '2027-03-22T18:00:00Z', tables });
	expect([data_version, data_changed, digest]).toEqual([
		learnt.dataVersion,
		'2027-03-22T18:00:00Z',
		expected,
	]);
	const { version, released } = unpackTables(tables).primaryReleases.at(-1)!;
	expect([version.canonical, released]).toEqual(['27.9', '2027-03-22']);
});

test('the document needs a key; the tag of the one before is answered with 304', async () => {
	const live = await startLive();
	const ask = (headers: Record<string, string>, query = '') =>
		fetch(live.address + path + query, { headers });
	const keyed = { Authorization: live.key };
	expect((await ask({})).status).toBe(403);
	const first = await ask(keyed);
	expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'private, max-age=300']);
	expect(JSON.parse(await describedText(path, first)).data_version).toBe(shipped.dataVersion);
	const again = await ask({ ...keyed, 'If-None-Match': first.headers.get('etag')! });
	expect([again.status, await again.text()]).toEqual([304, '']);
	expect((await ask(keyed, '?x=1')).status).toBe(400);
	await live.stop();
});

test('where pages are public, everybody may read and store the document', async () => {
	const live = await startLive({ PUBLIC_PAGES: 'on' });
	const ask = (init: RequestInit = {}, query = '') => fetch(live.address + path + query, init);
	const first = await ask();
	const described = ['cache-control', 'data-version', 'vary'].map((name) => first.headers.get(name));
	expect([first.status, ...described]).toEqual([
		200,
		'public, max-age=300',
		shipped.dataVersion,
		'Accept-Encoding',
	]);
	expect(await describedText(path, first)).toBe(readCoreDocument(shipped).body);
	const etag = first.headers.get('etag')!;
	expect((await ask({ headers: { 'If-None-Match': etag } })).status).toBe(304);
	expect((await ask({}, '?x=1')).status).toBe(400);
	expect((await ask({ method: 'DELETE' })).status).toBe(405);
	expect((await fetch(`${live.address}/dataset`)).status).toBe(403);
	await live.stop();
});

test('a library opens what a running service has learned, and refuses older, damaged and other documents', async () => {
	const servers = new FeedServers();
	const today = new Date().toISOString().slice(0, 10);
	const boards = boardsRunning(shipped, '27.2');
	const learned = json(appleDocument([{ version: '27.3', build: '26C50', date: today, boards }]));
	const vendor = Promise.withResolvers<void>();
	servers.apple = async (request) => {
		await vendor.promise;
		return learned(request);
	};
	const { POINTRELEASE_STATE: _, ...feeds } = servers.environment({ FEED_TIMEOUT: '30', FEEDS: 'on' });
	const live = await startLive({ ...feeds, PUBLIC_PAGES: 'on' });
	const download = (etag = '') => fetch(live.address + path, { headers: { 'If-None-Match': etag } });
	const refusal = (data: unknown, newerThan = before) => {
		try {
			return openCatalog(data as DataDocument, { newerThan }).dataVersion;
		} catch (thrown) {
			return thrown instanceof DataRefused ? thrown.code : thrown;
		}
	};
	const first = await download();
	const etag = first.headers.get('etag')!;
	const old: DataDocument = JSON.parse(await describedText(path, first));
	const before = openCatalog(old);
	expect(before.latest('J293AP', '27')).toMatchObject({ version: '27.2' });
	expect((await download(etag)).status).toBe(304);

	vendor.resolve();
	let text = '';
	await eventually('the document has the release', async () => {
		const response = await download(etag);
		text = response.status === 200 ? await describedText(path, response) : '';
		return text.includes('"27.3"');
	});
	const after = openCatalog(JSON.parse(text), { newerThan: before });
	expect(after.latest('J293AP', '27')).toEqual({ version: '27.3', released: today });
	const item = await fetch(`${live.address}/items/J293AP:27.2.0`, { headers: { Authorization: live.key } });
	expect(after.item('J293AP:27.2.0')).toBe(await item.text());
	expect(after.dataVersion).toBe(item.headers.get('data-version')!);

	expect(refusal(old, after)).toBe('older');
	expect(refusal(JSON.parse(text), after)).toBe(after.dataVersion);
	const [damaged, downgraded] = [
		text.replace('"27.3"', '"27.4"'),
		text.replace(after.dataVersion, before.dataVersion),
	];
	for (const other of [damaged, downgraded]) {
		expect(other).not.toBe(text);
		expect(refusal(JSON.parse(other))).toBe('damaged');
	}
	const nowhere = await fetch(`${live.address}/dataset`);
	expect([nowhere.status, refusal(await nowhere.json())]).toEqual([403, 'other-form']);
	await live.stop();
	await servers.close();
});
