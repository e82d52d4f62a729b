import type { EvidenceField } from '../fleet/inventory/columns/field.ts';
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
	/** The address of the API: an origin, possibly with a path. */
	readonly api: string;
	/** The address that issues tokens; the same as `api` if the service has no other. */
	readonly login: string;
	/** Certificate authority in PEM that replaces the public ones; null for the public ones. */
	readonly authority: string | null;
	/** The members of the entry that are not secret, such as `client_id`. */
	readonly texts: Readonly<Record<string, string>>;
	readonly secrets: Readonly<Record<string, Secret>>;
	/** Whether the service is asked why late Macs are late. */
	readonly why: boolean;
}

/** The type of a member of a connection's entry: a text, one of some texts, or a secret. */
export type Need = 'text' | 'secret' | readonly string[];

/** A member of the entry of a connection or of a channel. A path is relative to the file. */
export interface EntryMember {
	readonly is: Need | 'path';
	readonly about: string;
	/** The form of a text that is not a secret, as the schema has it. */
	readonly pattern?: { readonly expected: string; readonly pattern: RegExp };
	/** What only the reader can check: a secret that it reads, or a folder on the disk. */
	readonly form?: { readonly expected: string; fits(text: string): boolean };
}

/** What goes into the `Authorization` header, and when it has to be renewed. */
export interface Token {
	readonly header: string;
	/** Seconds from when it was issued; null for a token that does not expire. */
	readonly lifetime: number | null;
}

/** A request to the API. `path` begins with a slash and is added to the address of the API. */
export interface ApiRequest {
	readonly path: string;
	/** Posted as JSON; a GET without it. */
	readonly body?: JsonRecord;
	/** What the credentials need for it; the default is the permission of the kind. */
	readonly permission?: string;
}

/** What a kind may ask of its service. `Session` implements it. */
export interface Service {
	readonly connection: Connection;
	/** Milliseconds since 1970. */
	readonly now: number;
	ask<T>(request: ApiRequest, read: (body: unknown) => T): Promise<T>;
	/** The current token, for kinds that read its content. */
	token(): Promise<Token>;
	/** Whether a request succeeds. */
	isAllowed(path: string): Promise<boolean>;
	/** Posts to the address that issues tokens, without a token. */
	signIn(
		path: string,
		body: NonNullable<RequestOptions['body']>,
	): Promise<{ body: unknown; headers: Headers }>;
}

/** How rows are requested. */
export interface Wish {
	/** Columns to carry through besides the usual ones. */
	readonly keep: readonly string[];
	/** Which of the pager's alternatives is tried. */
	readonly alternative: string;
}

/** The content of one answer. */
export interface Page {
	readonly rows: readonly JsonRecord[];
	/** How many rows there are in all; null if the answer does not say. */
	readonly total: number | null;
	/** The next page: an address, or a cursor that the pager understands; null on the last page. */
	readonly next: string | null;
}

export interface Pager {
	/**
	 * `number` counts pages and ends at the total or at a page without rows; `link` follows the next page that each answer
	 * names.
	 */
	readonly by: 'number' | 'link';
	/** Ways to ask, in which services of this kind differ. If one is answered with 404, the next is tried. */
	readonly alternatives?: readonly string[];
	/** The documentation does not say which way is right: another is tried if the pages do not fit together. */
	readonly isUnsure?: boolean;
	/** `page` counts from 0, `rows` is the number of rows so far, `next` comes from the previous page. */
	request(
		at: { page: number; rows: number; next: string | null },
		wish: Wish,
		connection: Connection,
	): ApiRequest;
	/** Throws a `BadAnswer` if the answer is not of the documented shape. */
	read(body: unknown): Page;
	/** Asks for the total, if pages do not have it. */
	readonly count?: { readonly request: ApiRequest; read(body: unknown): number };
}

/** Paths of members in a record, the best first. Nested members are written with dots. */
type Paths = readonly string[];

/** What a line of an inventory may hold in a member. */
export type Value = string | number | boolean | null;

/** Reads a value of a record; null if the record does not have it. */
export type Reading = (record: JsonRecord) => Value;

/**
 * Members of a line that not every service has: Safari, and what tells why a Mac may be late. They have the names of the
 * fields of an inventory; free space is in bytes.
 */
export type FurtherMember =
	| 'safari'
	| Exclude<EvidenceField, 'free_space' | 'newest_contact' | 'managed' | 'told'>
	| 'free_bytes';
export type FurtherMembers = Readonly<Partial<Record<FurtherMember, Reading>>>;

/** The members of a record that have what a line of an inventory needs. */
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
	/** When the service read the inventory, which has the version. */
	readonly inventoried: Paths;
	/** When the Mac was last in contact: the oldest of these counts. */
	readonly contact: Paths;
	/** Whether the Mac is managed; null if the record does not say. */
	managed(record: JsonRecord): boolean | null;
	readonly further: FurtherMembers;
	/** False for phones, tablets and computers of others. */
	isMac(record: JsonRecord): boolean;
}

/** A table without any member, for kinds to fill in. */
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
	further: {},
	isMac: () => true,
};

/** A second list of a service, whose records add members to the lines of the first. */
export interface FurtherList {
	/** What it adds, in words that begin a sentence: `Bootstrap tokens`. */
	readonly adds: string;
	/** What the credentials must be allowed to do for it. */
	readonly permission: string;
	/** Whether a connection asks for it. */
	isAsked(connection: Connection): boolean;
	readonly pager: Pager;
	/** The ID of the Mac, as the first list has it. */
	readonly id: Paths;
	readonly members: FurtherMembers;
}

/** A Mac that an organization owns, as a service lists it. */
export interface OwnedRecord {
	readonly serial: string;
	readonly model: string | null;
	/** The day of its order. */
	readonly ordered: string | null;
	readonly status: string | null;
}

/** A management service: how to ask it, and what its answers mean. Everything else is the same for all services. */
export interface Kind {
	readonly name: string;
	/** The name of the service for people. */
	readonly title: string;
	/** The Macs that are managed, or those that are owned, which `owned` then reads. */
	readonly lists?: 'inventory' | 'owned';
	/** Members of the connection besides `kind`, `url`, `login_url` and `ca_file`. */
	readonly needs: Readonly<Record<string, Need>>;
	/** Further members that a connection may have, all of them texts. */
	readonly options?: Readonly<Record<string, Pick<EntryMember, 'about' | 'pattern'>>>;
	/** Origins of the API and of sign-in; null if the connection has to name its own. */
	origins(texts: Readonly<Record<string, string>>): { api: string | null; login: string | null };
	/** The path of the API at its origin, such as `/v1`. */
	path?(texts: Readonly<Record<string, string>>): string;
	/** The most requests at the same time. */
	readonly atOnce: number;
	/** What the credentials must be allowed to do, and nothing else. */
	readonly permission: string;
	signIn(service: Service): Promise<Token>;
	readonly pager: Pager;
	readonly fields: FieldTable;
	readonly furtherLists?: readonly FurtherList[];
	owned?(record: JsonRecord): OwnedRecord;
	/** What the credentials may do beyond `permission`, in words; null for nothing, or if the service does not say. */
	tooWide?(service: Service): Promise<string | null>;
}

/** An answer that is not of the documented shape. The message names what is missing and repeats nothing of the answer. */
export class BadAnswer extends Failure {
	/** The HTTP status that the answer should have had: the token is not valid, or may not do this. */
	readonly status: 401 | 403 | null;

	constructor(message: string, status: 401 | 403 | null = null) {
		super('pull-answer', message);
		this.status = status;
	}
}
