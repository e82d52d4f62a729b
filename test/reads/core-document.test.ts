import { expect, test } from 'bun:test';
import { readCoreDocument } from '@pointrelease/core/src/api/reads/exports.ts';
import { type DataDocument, digestOf } from '@pointrelease/core/src/catalog/document.ts';
import { unpackTables } from '@pointrelease/core/src/catalog/tables/packed.ts';
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
	expect((await fetch(`${live.address}/dataset/tables`)).status).toBe(403);
	await live.stop();
});
