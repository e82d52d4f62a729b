import { createContext } from 'preact';
import { useContext, useEffect } from 'preact/hooks';
import type { Outcome } from './service.ts';

/** For whom a view is drawn, and from where its reads are answered. */
export interface Visit {
	/** The server draws for everybody: nobody signed in, and no script runs, so forms and links ask the service. */
	readonly isPublic: boolean;
	/** Answers a read at once. Null in a browser, which asks the service and waits. */
	readonly read: ((path: string) => Outcome<unknown>) | null;
	/** What the view says about its document. A browser has a document of its own. */
	readonly head: Head | null;
}

export interface Head {
	title: string;
	/** What the address asks for does not exist. */
	isMissing: boolean;
}

export const VisitContext = createContext<Visit>({ isPublic: false, read: null, head: null });

export function useVisit(): Visit {
	return useContext(VisitContext);
}

/** Parameters of the address that a form without a script sends along: a browser drops all that are not fields of it. */
export function KeptParameters({ query, names }: { query: URLSearchParams; names: readonly string[] }) {
	if (!useVisit().isPublic) return null;
	return (
		<>
			{names.flatMap((name) =>
				query
					.getAll(name)
					.filter(Boolean)
					.map((value) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />),
			)}
		</>
	);
}

/** What the tab is called: each view says what it shows. */
export function useTitle(subject: string): void {
	const { head } = useVisit();
	if (head) head.title = subject;
	useEffect(() => {
		document.title = titleOf(subject);
	}, [subject]);
}

export function titleOf(subject: string): string {
	return subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
}
