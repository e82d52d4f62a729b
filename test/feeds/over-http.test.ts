import { expect, test } from 'bun:test';
import { startService, waitFor } from '../service-process.ts';
import { appleDocument } from './documents.ts';
import { FeedServers, json } from './feed-server.ts';
import { boardsRunning, shipped } from './node.ts';

const path = '/items/J293AP:27.2';
const untouched = '/items/J293AP:14.7.2';

test('a running service learns a release: answers, tags and status change, and requests do not wait', async () => {
	const servers = new FeedServers();
	const today = new Date().toISOString().slice(0, 10);
	const boards = boardsRunning(shipped.catalog, '27.2');
	const document = json(appleDocument([{ version: '27.3', build: '26C50', date: today, boards }]));
	const vendor = Promise.withResolvers<void>();
	servers.apple = async (request) => {
		await vendor.promise;
		return document(request);
	};
	const { POINTRELEASE_STATE: _, ...feeds } = servers.environment({ FEED_TIMEOUT: '30', FEEDS: 'on' });
	const service = await startService({ env: feeds });
	try {
		const answer = async (of: string) => {
			const response = await service.get(of);
			return { status: response.status, etag: response.headers.get('etag'), body: await response.text() };
		};
		const state = async (of: '/dataset' | '/readyz') => JSON.parse((await answer(of)).body);
		await waitFor(() => servers.requests.some((line) => line.startsWith('apple')), 20_000, 'the question');
		const [before, other, dataset] = [await answer(path), await answer(untouched), await state('/dataset')];
		expect(before.body).not.toContain('27.3');
		expect((await answer('/items/27')).body).toContain('27.2');

		vendor.resolve();
		const statuses = new Set<number>();
		await waitFor(
			async () => {
				const now = await answer(path);
				statuses.add(now.status);
				// Either the old state or the new one, never a mixture.
				expect(now.etag === before.etag).toBe(now.body === before.body);
				return now.etag !== before.etag;
			},
			20_000,
			'another answer',
		);
		expect([...statuses]).toEqual([200]);

		expect((await answer(path)).body).toContain('27.3');
		expect((await answer('/items/27')).body).toContain('27.3');
		expect(await answer(untouched)).toEqual(other);
		const after = await state('/dataset');
		expect(after.data_version).not.toBe(dataset.data_version);
		expect(after.feeds[0]).toMatchObject({ feed: 'apple', failures: 0, problem: null });
		expect(Date.parse(after.feeds[0].last_answer)).toBeGreaterThan(Date.parse(dataset.data_changed));
		expect(await state('/readyz')).toMatchObject({
			status: 'ready',
			reasons: [],
			stale: false,
			data_version: after.data_version,
			data_changed: after.data_changed,
		});
		expect(service.output()).toContain('"event":"learnt","releases":"27.3"');
	} finally {
		await service.remove();
		await servers.close();
	}
});
