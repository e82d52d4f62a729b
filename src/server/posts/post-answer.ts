import type { ReadSetting } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Database } from '../../database/database.ts';
import type { KeyLimiter } from '../../licenses/admission/rate-limits.ts';
import type { Licenses } from '../../licenses/licenses.ts';
import type { Products } from '../../licenses/orders/products.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import type { ReadBundled } from '../pages/bundled-file.ts';

/** What the answer to an admitted request may use. */
export interface PostSetting {
	readonly catalog: Catalog;
	/** The whole body, within the limit of its path. */
	readonly body: Uint8Array<ArrayBuffer>;
	/** The client's address, for limits on requests without a license. */
	readonly client: string;
	/** Does work and charges its time to the client, until the promise that it returns is settled. */
	work<T>(work: () => T): T;
	/** Counts more requests towards the limits of the license. Returns null, or a refusal if they are used up. */
	takeMore(count: number): Response | null;
	/** Does a part of the work in a turn of its own. */
	readonly inTurn: InTurn;
}

/** Does work at once, or in a later turn. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** Answers a POST that was admitted and is within all limits. */
export type PostAnswer = (request: Request, setting: PostSetting) => Promise<Response>;

/** A path that takes a POST. */
export interface OpenPost {
	/** Whether the path needs a license key. */
	readonly access: 'key' | 'public';
	/** A larger body is refused before it is read. */
	readonly mostBytes: number;
	/** The path answers GET and HEAD instead of POST: a read that waits for the database. */
	readonly isRead?: boolean;
	/** How often each license may change something here; absent if nothing is limited but by `RATE_LIMIT`. */
	readonly changes?: KeyLimiter;
	readonly answer: PostAnswer;
}

export type OpenPosts = ReadonlyMap<string, OpenPost>;

/** What the answers to POSTs are made with. */
export interface PostParts {
	/** The addresses of this service, to recognize its own pages. */
	addresses(): readonly string[];
	/** The address at which the client of a request reaches this service, by its headers. */
	publicAddress(request: Request): string;
	/** The address of this service, for links that it gives out. */
	baseUrl(): string;
	/** The database of licenses. */
	readonly database: Database;
	/** Stores an event of a payment provider, with all that follows from it. */
	readonly takeEvent: Licenses['takeEvent'];
	/** The licenses that payments buy. */
	readonly products: Products;
	readonly log: Log;
	/** What reads are answered with. */
	readonly reads: ReadSetting;
	/** The files of the page. */
	readonly read: ReadBundled;
	readonly settings: Settings;
}
