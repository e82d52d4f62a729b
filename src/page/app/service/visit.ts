import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
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
