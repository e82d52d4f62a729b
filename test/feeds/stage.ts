import { readSettings } from '../../src/settings/settings.ts';
import { isFull } from '../size.ts';
import { type Kind, kinds, type Stores } from '../stores.ts';
import { type FeedHandlers, FeedServers } from './feed-server.ts';
import { startNode, type TestNode } from './node.ts';
import { openRuleNode } from './rule-node.ts';

/** The rules alone, or nodes that poll the feeds and share a database. */
export type Stage = 'rules' | { readonly kind: Kind; readonly count: number };

export const nameOf = (stage: Stage) => (stage === 'rules' ? stage : `${stage.kind}, nodes: ${stage.count}`);

/** The nodes of the given numbers on each kind of store. */
export const nodesOnStores = (...counts: readonly number[]): Stage[] =>
	kinds.flatMap((kind) => counts.map((count) => ({ kind, count })));

/** The rules alone; a full run also has the other stages. */
export const usualStages = (others: readonly Stage[]): Stage[] => ['rules', ...(isFull ? others : [])];

export type StageNode = Pick<TestNode, 'database' | 'served' | 'close'> & { pull(): Promise<unknown> };

export interface OpenStage {
	readonly feeds: FeedHandlers;
	/** At least one. */
	readonly nodes: readonly [StageNode, ...StageNode[]];
	close(): Promise<void>;
}

export async function openStage(stores: Stores, stage: Stage, now: () => Date): Promise<OpenStage> {
	if (stage === 'rules') {
		const node = await openRuleNode(now);
		return { feeds: node.feeds, nodes: [node], close: node.close };
	}
	const feeds = new FeedServers();
	const settings = readSettings(feeds.environment(await stores.environment(stage.kind)));
	const nodes: [StageNode, ...StageNode[]] = [await startNode(settings, { now })];
	while (nodes.length < stage.count) nodes.push(await startNode(settings, { now }));
	return {
		feeds,
		nodes,
		async close() {
			for (const node of nodes) await node.close();
			await feeds.close();
		},
	};
}
