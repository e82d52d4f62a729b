import type { Settings } from '../../settings/settings.ts';

/** What may need a person, by its subject: each kind of an entry of the list is one of these. */
export type TodoKind =
	| 'backup'
	| 'certificate'
	| 'channel'
	| 'data'
	| 'database'
	| 'disk'
	| 'feed'
	| 'mail'
	| 'order'
	| 'release'
	| 'watch';

/** The result of one check, and what to do about it. */
export interface Finding {
	readonly check: string;
	/** `ok`; `warning` works, but not as well as it could; `problem` does not work. */
	readonly state: 'ok' | 'warning' | 'problem';
	readonly found: string;
	/** What to do; absent when all is well. */
	readonly advice?: string;
	/** Set if it waits for a person: then it is on the list of `pointrelease todo`. */
	readonly kind?: TodoKind;
	/** The moment from which it waits, if that is known. */
	readonly since?: string;
	/** What exactly it is about, by the ID that it has in its commands: an order, a held item, a channel. */
	readonly about?: string;
}

/** `env` has the secrets that files of settings name by their variable. */
export type Check = (
	settings: Settings,
	env: Readonly<Record<string, string | undefined>>,
) => Promise<Finding[]> | Finding[];

export function ok(check: string, text: string): Finding {
	return { check, state: 'ok', found: text };
}

export function warning(check: string, text: string, advice: string): Finding {
	return { check, state: 'warning', found: text, advice };
}

export function problem(check: string, text: string, advice: string): Finding {
	return { check, state: 'problem', found: text, advice };
}

/** The finding as an entry of the list; one that is `ok` stays what it is. */
export function needsYou(
	kind: TodoKind,
	since: string | number | null | undefined,
	finding: Finding,
	about?: string,
): Finding {
	if (finding.state === 'ok') return finding;
	const moment = typeof since === 'number' ? new Date(since).toISOString() : since;
	return { ...finding, kind, ...(moment && { since: moment }), ...(about && { about }) };
}
