import { createContext, type VNode } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { BoardRecord, Outcome } from './records.ts';

/** Where a view is drawn: in the browser (all members null), or on the server as a public page. */
interface Visit {
	/** Replacements for parts that need a key or a script. They never reach a browser. */
	readonly plain: PlainParts | null;
	/** Answers a read at once. A browser asks the service and waits. */
	readonly read: ((path: string) => Outcome<unknown>) | null;
	/** Receives the title of the view. A browser sets `document.title`. */
	readonly setTitle: ((subject: string) => void) | null;
}

interface PlainParts {
	/** Hidden fields with the address's parameters. A browser submits nothing but the fields of the form. */
	keep(query: URLSearchParams): VNode;
	/** The submit button of a form. `fields` are the parameters that the form itself has. */
	submit(label: string, query: URLSearchParams, ...fields: readonly string[]): VNode;
	/** A link to the sign-in view. */
	signIn(): VNode;
	/** A link to all missing fixes. Without a script, the page lists only the exploited ones. */
	allFixes(query: URLSearchParams, mac: string): VNode;
	/** A list in place of a Mac's chart. */
	MacMajors(props: { mac: BoardRecord }): VNode;
}

/** Without a provider, the visit of a browser. */
export const VisitContext = createContext<Visit>({ plain: null, read: null, setTitle: null });

export function useVisit(): Visit {
	return useContext(VisitContext);
}

/** Sets the title of the browser's tab to the subject of the view. */
export function useTitle(subject: string): void {
	useVisit().setTitle?.(subject);
	useEffect(() => {
		document.title = titleOf(subject);
	}, [subject]);
}

export function titleOf(subject: string): string {
	return subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
}
