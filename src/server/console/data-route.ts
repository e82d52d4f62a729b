import type { Actor } from '../../licenses/audit.ts';
import type { Registry } from '../../licenses/registry.ts';
import type { Session } from './access.ts';
import type { ConsoleParts } from './parts.ts';

/** A request of a person who is signed in. */
export interface Asked {
	readonly session: Session;
	/** What the path names between braces, decoded. */
	readonly parameters: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	/** The JSON object of a POST; empty for a GET. */
	readonly body: Readonly<Record<string, unknown>>;
	/** `console:anna`, for logs. */
	actor(why?: string): Actor;
	/** The store of licenses on behalf of this person: what commands get from `withRegistry`. */
	registry(why?: string): Registry;
}

/** Answers with a value that becomes JSON. A `Failure` that it throws is shown to the person as it is. */
export type AnswerData = (asked: Asked, parts: ConsoleParts) => Promise<unknown> | unknown;

/**
 * A path below `/console/data`. Every `writes` is a POST: its page, its token and the right of the session are checked
 * before it is called. A POST that only `reads` computes something from a form, such as a preview.
 */
export type DataRoute =
	| { readonly method: 'GET' | 'POST'; readonly path: string; readonly access: 'reads'; answer: AnswerData }
	| { readonly method: 'POST'; readonly path: string; readonly access: 'writes'; answer: AnswerData };
