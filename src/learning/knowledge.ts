import type { Catalog } from '../catalog/catalog.ts';
import type { Shipped } from '../catalog/checked-data.ts';
import type { Tables } from '../catalog/tables/tables.ts';
import type { Database } from '../database/database.ts';
import type { Log } from '../process/log.ts';
import { factKey } from './facts/fact.ts';
import { type Marks, readFacts, readMarks, type StoredFact } from './facts/fact-store.ts';
import { type LearntCatalog, makeLearntCatalog } from './tables/make-learnt-catalog.ts';

/** What this process knows: the shipped tables and everything that the database says was learnt. */
export class Knowledge {
	readonly shippedTables: Tables;
	readonly shipped: Catalog;
	/** What is served: sound at any time, replaced as a whole. */
	catalog: Catalog;
	tables: Tables;
	/** What is relied on: the stored facts that fit the tables, and no others. */
	facts: readonly StoredFact[] = [];
	/** The keys of everything stored, left out or not: nothing of it is news. */
	stored: ReadonlySet<string> = new Set();
	/** What `facts` correspond to; null before the first load. */
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

	/** Loads what was learnt since; true when the catalog was replaced. Loads take turns, so none goes back. */
	refresh(): Promise<{ marks: Marks; replaced: boolean }> {
		const next = this.#turn.then(() => this.#load());
		this.#turn = next.catch(() => {});
		return next;
	}

	async #load(): Promise<{ marks: Marks; replaced: boolean }> {
		// Read before the facts: what is learnt in between is loaded again next time, and never missed.
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

	/** What is shipped was built already: where nothing was learnt, a start need not do it twice. */
	async #build(facts: readonly StoredFact[]): Promise<LearntCatalog<StoredFact>> {
		if (facts.length === 0)
			return { tables: this.shippedTables, catalog: this.shipped, facts: [], refused: [] };
		const groups = [...Map.groupBy(facts, ({ change }) => change).values()];
		return makeLearntCatalog(this.shippedTables, [], groups);
	}
}
