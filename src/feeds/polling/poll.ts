import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { InstallerSeen, Observation, Reading, Span } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import type { FeedSettings } from '../../settings/settings.ts';
import type { download, Validators } from '../../transport/download.ts';
import type { Device } from '../sources/appledb.ts';
import type { CveNotes } from './cve-plan.ts';

export interface AskedInstallers {
	/** RFC 3339. */
	readonly asked: string;
	readonly seen: readonly InstallerSeen[] | null;
}

/** What a feed needs to remember between two polls: the next one asks only for what changed. */
export interface Notes {
	readonly validators: Readonly<Record<string, Validators>>;
	readonly index?: readonly string[];
	readonly devices?: readonly Device[];
	/** Builds that were asked for; null if the build is not a release. */
	readonly builds?: Readonly<Record<string, Observation | null>>;
	/** When they were asked for first and last. */
	readonly asked?: Readonly<Record<string, Span>>;
	/** By build, when it was last asked where it can be had, and the answer; null if it did not say. */
	readonly installers?: Readonly<Record<string, AskedInstallers>>;
	/** Builds whose file was missing or invalid. They are asked for again after all others. */
	readonly unread?: readonly string[];
	/** Builds or records that are still to be asked for. */
	readonly unasked?: number;
	/** What the feed of CVE records remembers. */
	readonly cve?: CveNotes | undefined;
	/** By address, the members that its document ever had. */
	readonly members?: Readonly<Record<string, readonly string[]>>;
	/** The members that it lacks now. */
	readonly lost?: readonly string[];
}

/** Which members a document has ever had, and which of them it lacks now. `present` says of each expected member whether it is there. */
export function shapeAfter(
	before: Notes | undefined,
	url: string,
	present: Readonly<Record<string, boolean>> | undefined,
): Pick<Notes, 'members' | 'lost'> {
	const { members = {}, lost = [] } = before ?? {};
	// A document without entries is an outage, and has no members to look for.
	if (!present) return { members, lost };
	const ever = new Set(members[url]);
	const absentNames = Object.keys(present).filter((name) => !present[name] && ever.has(name));
	for (const name of Object.keys(present)) if (present[name]) ever.add(name);
	return { members: { ...members, [url]: [...ever].sort() }, lost: absentNames };
}

export interface Polled {
	readonly reading: Reading;
	readonly notes: Notes;
}

export interface Poll {
	readonly settings: FeedSettings;
	readonly stateFolder: string;
	readonly catalog: Catalog;
	/** The catalog of the shipped tables alone. */
	readonly shipped: Catalog;
	/** The last answer of the feed; null if it never answered. */
	readonly before: Polled | null;
	/** Ask for the names of machines even if every board has one, because a new board is about to be learned. */
	readonly names: boolean;
	/** Builds to ask for first: other feeds show them and the catalog lacks them, or they were learned lately. */
	readonly builds: ReadonlySet<string>;
	/** The moment of asking, RFC 3339. */
	readonly seenAt: string;
	readonly signal: AbortSignal;
	readonly download: typeof download;
}

/** Reads a document. Its failures begin with the host of `url`. */
export function readAt<T>(url: string, read: () => T): T {
	try {
		return read();
	} catch (thrown) {
		if (thrown instanceof Failure) throw new Failure(thrown.code, `${new URL(url).host}: ${thrown.message}`);
		throw thrown;
	}
}
