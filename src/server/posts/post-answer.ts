import type { ReadSetting } from '../../api/reads/reads.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Database } from '../../database/database.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import type { Products } from '../../licenses/orders/products.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReadBundled } from '../pages/bundled-file.ts';

/** What a request that was let through may use. */
export interface PostSetting {
	readonly catalog: Catalog;
	/** All of the body, within the limit of its path. */
	readonly body: Uint8Array<ArrayBuffer>;
	/** The client's address, for limits where no license answers for a request. */
	readonly client: string;
	/** Does work that is charged to the client who asked, until the promise that it gives is settled. */
	work<T>(work: () => T): T;
	/** Takes more requests from the limits of the license: null, or the answer if they are used up. */
	takeMore(count: number): Response | null;
	/** Does a part of the work after everybody else had their turn. */
	readonly inTurn: InTurn;
}

/** Does work at once, or in a later turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Answers a POST that was admitted and is within all limits. */
export type PostAnswer = (request: Request, setting: PostSetting) => Promise<Response>;

/** A path that takes a POST. */
export interface OpenPost {
	/** Whether a license key is asked for first. */
	readonly access: 'key' | 'public';
	/** A larger body is refused before anybody looks at it. */
	readonly mostBytes: number;
	/** It answers GET and HEAD instead of POST: a read that waits for the database. */
	readonly isRead?: boolean;
	readonly answer: PostAnswer;
}

export type OpenPosts = ReadonlyMap<string, OpenPost>;

/** What an answer to a POST is made with. */
export interface PostParts {
	/** The addresses under which this service is known, for pages that ask it. */
	addresses(): readonly string[];
	/** The address at which the client of a request reaches this service, as far as the request tells. */
	publicAddress(request: Request): string;
	/** Where this service is reached, for addresses that it gives out. */
	baseUrl(): string;
	/** Where licenses are kept. */
	readonly database: Database;
	/** Takes events of payments. */
	readonly takeEvent: Licenses['takeEvent'];
	/** What payments buy. */
	readonly products: Products;
	readonly log: Log;
	/** What reads are answered with. */
	readonly reads: ReadSetting;
	/** The files of the page. */
	readonly read: ReadBundled;
	readonly settings: Settings;
}
