import { expect, test } from 'bun:test';
import { appleDocument } from '../feeds/documents.ts';
import { FeedServers, json } from '../feeds/feed-server.ts';
import { boardsRunning, shipped } from '../feeds/node.ts';
import { serve } from '../process.ts';
import { answer, printedKeys, until } from './worker-processes.ts';

test('every worker serves a release that one worker learned', async () => {
	const feeds = new FeedServers();
	const date = new Date().toISOString().slice(0, 10);
	const boards = boardsRunning(shipped.catalog, '27.2');
	const news = json(appleDocument([{ version: '27.3', build: '26C50', date, boards }]));
	const published = Promise.withResolvers<void>();
	feeds.apple = (request) => published.promise.then(() => news(request));
	const server = await serve(feeds.environment({ FEEDS: 'on', FEED_TIMEOUT: '30', WORKERS: '2' }));
	try {
		await until(() => printedKeys(server).length > 0);
		const [key] = printedKeys(server) as [string];
		// Over forty connections, which practically never all reach the same worker.
		const bodies = () =>
			Promise.all(
				Array.from({ length: 40 }, async () => (await answer(server, '/items/J293AP:27.2', key)).body),
			);
		expect((await bodies()).filter((body) => body.includes('27.3'))).toEqual([]);
		published.resolve();
		await until(async () => (await bodies()).every((body) => body.includes('27.3')));
		const learnt = () => server.stderr().match(/"event":"learnt"/g) ?? [];
		await until(async () => learnt().length > 0);
		expect(learnt()).toHaveLength(1);
	} finally {
		server.signal('SIGTERM');
		await server.exited;
		await feeds.close();
	}
});
