import type { ReadSetting } from '../api/reads/reads.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';

/** What a request that was let through may use. */
export interface PostSetting {
	readonly catalog: Catalog;
	/** Does work that is charged to whoever asked. */
	work<T>(work: () => T): T;
}

/** Answers a POST whose key was admitted and that is within all limits. */
export type PostAnswer = (request: Request, setting: PostSetting) => Promise<Response>;

export type PostAnswers = ReadonlyMap<string, PostAnswer>;

/** What an answer to a POST is made with. */
export interface PostParts {
	/** The addresses under which this service is known, for pages that ask it. */
	addresses(): readonly string[];
	/** Where this service is reached, for addresses that it gives out. */
	baseUrl(): string;
	/** Where licenses are kept. */
	readonly database: Database;
	/** What reads are answered with. */
	readonly reads: ReadSetting;
}
