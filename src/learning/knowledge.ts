import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { type Shipped, withAppleList } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import { parseStoredList, readStoredList, type StoredList } from './apple-list.ts';
import { factKey } from './facts/fact.ts';
import { type Marks, readFacts, readMarks, type StoredFact } from './facts/fact-store.ts';
import { type LearntCatalog, makeLearntCatalog } from './tables/make-learnt-catalog.ts';

/** The data of this process: the shipped tables with the facts of the database. */
export class Knowledge {
	readonly shippedTables: Tables;
	readonly shipped: Catalog;
	/** The catalog to serve. It is always valid, and replaced as a whole. */
	catalog: Catalog;
	tables: Tables;
	/** The stored facts that fit the tables. */
	facts: readonly StoredFact[] = [];
	/** The keys of all stored facts, including those that do not fit the tables. */
	stored: ReadonlySet<string> = new Set();
	/** The change number that `facts` were read at; null before the first load. */
	change: number | null = null;
	#database: Database;
	/** The counter of polls that Apple's list was read at. */
	#polls: number | null = null;
	#list: StoredList | null = null;
	#log: Log;
	#turn: Promise<unknown> = Promise.resolve();

	constructor(shipped: Shipped, database: Database, log: Log) {
		this.shippedTables = shipped.tables;
		this.tables = shipped.tables;
		this.shipped = shipped.catalog;
		this.catalog = shipped.catalog;
		this.#database = database;
		this.#log = log;
	}

	/** Loads new facts and Apple's list. Loads take turns, so that none brings back older data. */
	refresh(): Promise<{ marks: Marks }> {
		const next = this.#turn.then(() => this.#load());
		this.#turn = next.catch(() => {});
		return next;
	}

	async #load(): Promise<{ marks: Marks }> {
		// Read before the facts, so that a change in between is loaded next time, not missed.
		const marks = await readMarks(this.#database);
		if (marks.polls !== this.#polls) await this.#loadList(marks.polls);
		if (marks.change === this.change) return { marks };
		const facts = await readFacts(this.#database);
		const built = await this.#build(facts);
		for (const { finding, facts } of built.refused)
			this.#log.error('learned facts left out: they do not fit the shipped tables', {
				finding,
				facts: facts.length,
			});
		if (built.catalog.dataVersion !== this.catalog.dataVersion) {
			this.catalog = withAppleList(built.catalog, this.catalog.appleList);
			this.tables = built.tables;
		}
		this.facts = built.facts;
		this.stored = new Set(facts.map(factKey));
		this.change = marks.change;
		return { marks };
	}

	/** A list that did not change leaves the catalog as it is, and so the answers that were made of it. */
	async #loadList(polls: number): Promise<void> {
		const stored = await readStoredList(this.#database);
		if (stored?.seenOn !== this.#list?.seenOn || stored?.releases !== this.#list?.releases) {
			this.catalog = withAppleList(this.catalog, parseStoredList(stored));
			this.#list = stored;
		}
		this.#polls = polls;
	}

	/** Without facts the shipped catalog is used as it is, which saves time at a start. */
	async #build(facts: readonly StoredFact[]): Promise<LearntCatalog<StoredFact>> {
		if (facts.length === 0)
			return { tables: this.shippedTables, catalog: this.shipped, facts: [], refused: [] };
		const groups = [...Map.groupBy(facts, ({ change }) => change).values()];
		return makeLearntCatalog(this.shippedTables, [], groups);
	}
}
