import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedMac } from '../mac/macs.ts';
import type { BoardRecord, MajorSummary } from './records.ts';
import type { Outcome } from './service.ts';

/** For whom a view is drawn, and from where its reads are answered. */
export interface Visit {
	/** The server draws for everybody: nobody signed in, and no script runs, so forms and links ask the service. */
	readonly isPublic: boolean;
	/** What a public page has in place of what needs a script. It stays on the server: no browser loads it. */
	readonly plain: PlainParts | null;
	/** Answers a read at once. Null in a browser, which asks the service and waits. */
	readonly read: ((path: string) => Outcome<unknown>) | null;
	/** What the view says about its document. A browser has a document of its own. */
	readonly head: Head | null;
}

export interface PlainParts {
	/** Parameters of the address that a form sends along: a browser drops all that are not fields of the form. */
	KeptParameters(props: KeptParametersProps): VNode;
	/** In place of the chart of a Mac. */
	MacMajors(props: { mac: BoardRecord }): VNode;
	/** In place of the picture of everything. */
	MacListing(props: MacListingProps): VNode;
}

export interface KeptParametersProps {
	query: URLSearchParams;
	names: readonly string[];
}

export interface MacListingProps {
	macs: readonly ListedMac[];
	majors: readonly MajorSummary[];
}

export interface Head {
	title: string;
	/** What the address asks for does not exist. */
	isMissing: boolean;
}

// A context of preact would do the same, for 200 bytes of the first visit.
let visit: Visit = { isPublic: false, plain: null, read: null, head: null };

export function useVisit(): Visit {
	return visit;
}

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
	const { head } = useVisit();
	if (head) head.title = subject;
	useEffect(() => {
		document.title = titleOf(subject);
	}, [subject]);
}

export function titleOf(subject: string): string {
	return subject === '' ? 'pointrelease' : `${subject} · pointrelease`;
}
