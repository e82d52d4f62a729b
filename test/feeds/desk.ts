import { afterEach, beforeEach } from 'bun:test';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Knowledge } from '../../src/learning/knowledge.ts';
import { acceptItem, type Correction, rejectItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import {
	type AppleEntry,
	appleDocument,
	type KevEntry,
	kevDocument,
	type SofaEntry,
	sofaDocument,
} from './documents.ts';
import { json } from './feed-server.ts';
import { boardsRunning, shipped } from './node.ts';
import { openRuleNode, type RuleNode } from './rule-node.ts';

/** A desk for each test: the rules, feeds that say what the test wants, and a person who decides. */
export class Desk {
	now = new Date();
	node!: RuleNode;
	/** The boards that run the latest shipped release. */
	listed: string[] = [];

	constructor(data: Shipped = shipped) {
		beforeEach(async () => {
			this.now = new Date('2026-12-01T12:00:00Z');
			this.node = await openRuleNode(() => this.now, data);
			this.listed = boardsRunning(this.node.served, '27.2');
		});
		afterEach(() => this.node.close());
	}

	/** 27.2 as shipped. */
	current = () => ({ version: '27.2', build: '26B100', date: '2026-10-26', boards: this.listed });
	/** 27.3, which is new. */
	third = () => ({ version: '27.3', build: '26C50', date: '2026-11-30', boards: this.listed });

	/** 28.0, of a new major. */
	fourth = () => ({ version: '28.0', build: '27A300', date: '2026-11-30', boards: this.listed });

	offer = async (...entries: AppleEntry[]): Promise<void> => {
		this.node.feeds.apple = json(appleDocument(entries));
		await this.node.pull();
	};

	/** The same in two polls, a minute apart: that many new entries must be listed that long. */
	offerTwice = async (...entries: AppleEntry[]): Promise<void> => {
		await this.offer(...entries);
		this.now = new Date(this.now.getTime() + 60_000);
		await this.node.pull();
	};

	/** SOFA says what these releases fix. */
	list = async (...entries: SofaEntry[]): Promise<void> => {
		this.node.feeds.sofa = json(sofaDocument(entries));
		await this.node.pull();
	};

	/** SOFA lists the new major too: one feed is not enough for a major that comes so soon. */
	listFourth = () => this.list({ version: '28.0', date: '2026-11-30', builds: ['27A300'] });

	/** The KEV catalog of CISA has these entries. */
	exploit = async (...entries: KevEntry[]): Promise<void> => {
		this.node.feeds.kev = json(kevDocument(entries));
		await this.node.pull();
	};

	held = async () => (await readItems(this.node.database)).map(({ reason, subject }) => [reason, subject]);

	accept = async (correction: Correction = {}): Promise<void> => {
		const { node, now } = this;
		const [item] = await readItems(node.database);
		await acceptItem(node.database, node.knowledge, { id: item!.id, correction, now });
	};

	decide = async (work: (knowledge: Knowledge) => Promise<unknown>): Promise<void> => {
		await work(this.node.knowledge);
	};

	reject = async (): Promise<string> => {
		const [item] = await readItems(this.node.database);
		await rejectItem(this.node.database, item!.id, this.now);
		return item!.id;
	};
}
