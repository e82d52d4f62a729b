import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { openDatabase } from '../../src/database/open.ts';
import { pollOnce } from '../../src/feeds/polling/poll-once.ts';
import { learntMoments } from '../../src/learning/facts/fact.ts';
import { takeLease } from '../../src/learning/facts/fact-store.ts';
import { Knowledge } from '../../src/learning/knowledge.ts';
import { feeds } from '../../src/learning/observation.ts';
import { Failure } from '../../src/process/failure.ts';
import { silentLog } from '../../src/process/log.ts';
import { readSettings } from '../../src/settings/settings.ts';
import type { Download, DownloadOptions } from '../../src/transport/download.ts';
import { FeedHandlers, feedSettings } from './feed-server.ts';
import { shipped as recent, type TestNode } from './node.ts';

/** Applies the rules to the feeds as a node does at each poll, without servers, TLS and a follower. */
export interface RuleNode extends Pick<TestNode, 'database' | 'served' | 'learnt' | 'close'> {
	readonly feeds: FeedHandlers;
	readonly knowledge: Knowledge;
	pull(): Promise<void>;
}

const [apple, others] = ['https://apple.test', 'https://others.test'];

export async function openRuleNode(now: () => Date, shipped: Shipped = recent): Promise<RuleNode> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-rules-'));
	const settings = readSettings({ POINTRELEASE_STATE: folder, ...feedSettings(apple, others) });
	const database = await openDatabase(settings, { make: true });
	const knowledge = new Knowledge(shipped, database, silentLog);
	const handlers = new FeedHandlers();
	const owner = 'a rule node';
	const { signal } = new AbortController();
	const download = (url: string, options: DownloadOptions) => answered(handlers, url, options);
	await knowledge.refresh();
	return {
		feeds: handlers,
		database,
		knowledge,
		get served() {
			return knowledge.catalog;
		},
		learnt: () => learntMoments(knowledge.facts),
		async pull() {
			await takeLease(database, owner);
			const polling = { settings, database, knowledge, owner, now, signal, download, random: () => 0.5 };
			await pollOnce(polling, feeds);
			await knowledge.refresh();
		},
		async close() {
			await database.close();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function answered(
	handlers: FeedHandlers,
	url: string,
	{ validators }: DownloadOptions,
): Promise<Download> {
	const request = new Request(url, { headers: validators?.etag ? { 'if-none-match': validators.etag } : {} });
	const response = await (url.startsWith(apple)
		? handlers.apple(request)
		: handlers.answerForOthers(request));
	if (response.status === 304) return { kind: 'unchanged' };
	if (response.status !== 200)
		throw new Failure(
			response.status === 404 ? 'feed-missing' : 'feed-refused',
			`answers ${response.status}`,
		);
	const etag = response.headers.get('etag');
	return { kind: 'document', bytes: await response.bytes(), validators: { etag, lastModified: null } };
}
