import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { BoardRecord, Outcome } from './records.ts';

/** Whether a view is drawn for the app or as a public page, and what answers its reads. */
export interface Visit {
	/**
	 * What a public page has in place of what needs a key or a script: the server draws for everybody, and forms and links
	 * ask the service. It stays on the server; null in a browser.
	 */
	readonly plain: PlainParts | null;
	/** Answers a read at once. Null in a browser, which asks the service and waits. */
	readonly read: ((path: string) => Outcome<unknown>) | null;
	/** Takes the title of the view. Null in a browser, which has a document. */
	readonly setTitle: ((subject: string) => void) | null;
}

export interface PlainParts {
	/** Has a form send the parameters of the address along: a browser drops all that are not fields of the form. */
	keep(query: URLSearchParams): VNode;
	/** The button of a form. The fields take the place of what the address says of them. */
	submit(label: string, query: URLSearchParams, ...fields: readonly string[]): VNode;
	/** Leads to the view that asks for the key. */
	signIn(): VNode;
	/** Leads to the fixes that nobody exploits. */
	allFixes(query: URLSearchParams, mac: string): VNode;
	/** In place of the chart of a Mac. */
	MacMajors(props: { mac: BoardRecord }): VNode;
}

// A context of preact would do the same, for 200 bytes of the first visit.
export let visit: Visit = { plain: null, read: null, setTitle: null };

/** Draws for a visit of the server. Drawing to text waits for nothing, so no two visits mix. */
export function drawFor(other: Visit, draw: () => string): string {
	const before = visit;
	visit = other;
	try {
		return draw();
	} finally {
		visit = before;
	}
}

/** What the tab is called: each view says what it shows. */
export function useTitle(subject: string): void {
	visit.setTitle?.(subject);
	useEffect(() => {
		document.title = titleOf(subject);
	}, [subject]);
}

export function titleOf(subject: string): string {
	return subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
}
