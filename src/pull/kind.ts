import { Failure } from '../process/failure.ts';
import type { RequestOptions } from '../transport/request.ts';
import type { Secret } from './secret.ts';

/** A record of a service's answer, as JSON gives it. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** One entry of the connections file, checked, with its secrets read. */
export interface Connection {
	/** The name after the `@`. */
	readonly name: string;
	readonly kind: Kind;
	/** Where the API is: an origin, possibly with a path below which it is served. */
	readonly api: string;
	/** Where tokens are issued; the same as `api` where the service has no other place for it. */
	readonly login: string;
	/** Certificate authority in PEM that replaces the public ones; null for the public ones. */
	readonly authority: string | null;
	/** The members of the entry that are not secret, such as `client_id`. */
	readonly texts: Readonly<Record<string, string>>;
	readonly secrets: Readonly<Record<string, Secret>>;
}

/** What an entry of the connections file must hold: a text, one of some texts, or a secret. */
export type Need = 'text' | 'secret' | readonly string[];

/** What goes into the `Authorization` header, and when it has to be renewed. */
export interface Token {
	readonly header: string;
	/** Seconds from when it was issued; null for a token that does not end. */
	readonly lifetime: number | null;
}

/** A request to the API. `path` begins with a slash and is added to the address of the API. */
export interface ApiRequest {
	readonly path: string;
	/** Posted as JSON; a GET without it. */
	readonly body?: JsonRecord;
}

/** What a kind may ask of its service. `session.ts` has it. */
export interface Service {
	readonly connection: Connection;
	/** Milliseconds since 1970. */
	readonly now: number;
	ask<T>(asked: ApiRequest, read: (body: unknown) => T): Promise<T>;
	/** The current token, for what it says of itself. */
	token(): Promise<Token>;
	/** Whether a request is answered with success. */
	isAllowed(path: string): Promise<boolean>;
	/** Posts to the place of sign-in, without a token. */
	signIn(
		path: string,
		body: NonNullable<RequestOptions['body']>,
	): Promise<{ body: unknown; headers: Headers }>;
}

/** What is asked of the rows: columns to carry through besides the usual ones. */
export interface Wish {
	readonly keep: readonly string[];
	/** Which of the pager's alternatives is tried. */
	readonly alternative: string;
}

/** What one answer holds. */
export interface Page {
	readonly rows: readonly JsonRecord[];
	/** How many rows there are in all; null if the answer does not say. */
	readonly total: number | null;
	/** Where the next page is: an address, or a cursor that the pager understands; null on the last page. */
	readonly next: string | null;
}

export interface Pager {
	/**
	 * `number` counts pages and ends with the total or a page without rows; `link` follows what the answer says of the
	 * next page.
	 */
	readonly by: 'number' | 'link';
	/** Ways to ask that services of this kind differ in; the next is tried if one is answered with 404. */
	readonly alternatives?: readonly string[];
	/** Documents do not say which of these ways is right: another is tried if the pages do not fit together. */
	readonly isUnsure?: boolean;
	/** `page` counts from 0, `rows` came so far, `next` is what the page before named. */
	request(
		at: { page: number; rows: number; next: string | null },
		wish: Wish,
		connection: Connection,
	): ApiRequest;
	/** Throws a `BadAnswer` if the answer is not of the documented shape. */
	read(body: unknown): Page;
	/** Asks for the total, where pages do not have it. */
	readonly count?: { readonly request: ApiRequest; read(body: unknown): number };
}

/** Members of a record, the best first. Members of members are written with dots. */
type Paths = readonly string[];

/** Where a record has what a line of an inventory needs. */
export interface FieldTable {
	readonly id: Paths;
	readonly name: Paths;
	readonly serial: Paths;
	readonly model: Paths;
	readonly model_name: Paths;
	readonly board: Paths;
	readonly version: Paths;
	readonly build: Paths;
	readonly supplement: Paths;
	readonly supplemental_build: Paths;
	/** When the service read the inventory, and so the version. */
	readonly inventoried: Paths;
	/** When the Mac was last in contact. */
	readonly contact: Paths;
	/** Whether the Mac is managed; null if the record does not say. */
	managed(record: JsonRecord): boolean | null;
	/** False for phones, tablets and computers of others. */
	isMac(record: JsonRecord): boolean;
}

/** The table that every kind fills in: no field is known. */
export const unknownFields: FieldTable = {
	id: ['id'],
	name: [],
	serial: [],
	model: [],
	model_name: [],
	board: [],
	version: [],
	build: [],
	supplement: [],
	supplemental_build: [],
	inventoried: [],
	contact: [],
	managed: () => null,
	isMac: () => true,
};

/** A Mac that an organization owns, as a service lists it. */
export interface OwnedRecord {
	readonly serial: string;
	readonly model: string | null;
	/** The day of its order. */
	readonly ordered: string | null;
	readonly status: string | null;
}

/** A management service: how it is asked, and what its answers mean. Everything else is the same for all. */
export interface Kind {
	readonly name: string;
	/** How people call the service. */
	readonly title: string;
	/** The Macs that are managed, or those that are owned, which `owned` then reads. */
	readonly lists?: 'inventory' | 'owned';
	/** Members of the connection besides `kind`, `url`, `login_url` and `ca_file`. */
	readonly needs: Readonly<Record<string, Need>>;
	/** Origins of the API and of sign-in; null where the connection has to name its own. */
	origins(texts: Readonly<Record<string, string>>): { api: string | null; login: string | null };
	/** The path below which the API is served at its origin, such as `/v1`. */
	path?(texts: Readonly<Record<string, string>>): string;
	/** How many requests may be under way at a time. */
	readonly atOnce: number;
	/** What the credentials must be allowed to do, and nothing else. */
	readonly permission: string;
	signIn(service: Service): Promise<Token>;
	readonly pager: Pager;
	readonly fields: FieldTable;
	owned?(record: JsonRecord): OwnedRecord;
	/** What the credentials may do beyond `permission`, in words; null for nothing, or if the service does not tell. */
	tooWide?(service: Service): Promise<string | null>;
}

/** An answer that is not of the documented shape. The message names what is missing and repeats nothing of the answer. */
export class BadAnswer extends Failure {
	/** The answer says that the token is not valid, or no longer. */
	readonly isUnauthorized: boolean;

	constructor(message: string, isUnauthorized = false) {
		super('pull-answer', message);
		this.isUnauthorized = isUnauthorized;
	}
}
