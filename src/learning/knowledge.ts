import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Shipped } from '@pointrelease/core/src/catalog/make-catalog.ts';
import type { Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../process/log.ts';
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

	/** Loads new facts; `replaced` if the catalog changed. Loads take turns, so that none brings back older data. */
	refresh(): Promise<{ marks: Marks; replaced: boolean }> {
		const next = this.#turn.then(() => this.#load());
		this.#turn = next.catch(() => {});
		return next;
	}

	async #load(): Promise<{ marks: Marks; replaced: boolean }> {
		// Read before the facts, so that a change in between is loaded next time, not missed.
		const marks = await readMarks(this.#database);
		if (marks.change === this.change) return { marks, replaced: false };
		const facts = await readFacts(this.#database);
		const built = await this.#build(facts);
		for (const { finding, facts } of built.refused)
			this.#log.error('learned facts left out: they do not fit the shipped tables', {
				finding,
				facts: facts.length,
			});
		const replaced = built.catalog.dataVersion !== this.catalog.dataVersion;
		if (replaced) {
			this.catalog = built.catalog;
			this.tables = built.tables;
		}
		this.facts = built.facts;
		this.stored = new Set(facts.map(factKey));
		this.change = marks.change;
		return { marks, replaced };
	}

	/** Without facts the shipped catalog is used as it is, which saves time at a start. */
	async #build(facts: readonly StoredFact[]): Promise<LearntCatalog<StoredFact>> {
		if (facts.length === 0)
			return { tables: this.shippedTables, catalog: this.shipped, facts: [], refused: [] };
		const groups = [...Map.groupBy(facts, ({ change }) => change).values()];
		return makeLearntCatalog(this.shippedTables, [], groups);
	}
}
