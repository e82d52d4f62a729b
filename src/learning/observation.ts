/** The public feeds that are followed. The first is the vendor's own; the others are second opinions. */
export const feeds = ['apple', 'sofa', 'appledb'] as const;
export type Feed = (typeof feeds)[number];

/** One release as one feed shows it. Nothing in it is believed yet. */
export interface Observation {
	readonly feed: Feed;
	/** As the tables spell it: `27.3`, `27.3.1`. */
	readonly version: string;
	readonly builds: readonly string[];
	/** YYYY-MM-DD; null where the feed gives none. */
	readonly date: string | null;
	/** Identifiers as the feed spells them; null where the feed does not tell. */
	readonly boards: readonly string[] | null;
	/** Day after which the feed may drop the entry without meaning anything by it. */
	readonly expires: string | null;
	/** RFC 3339, UTC. */
	readonly seenAt: string;
}

/** A machine as a feed describes it: where the names of new boards come from. */
export interface MachineSeen {
	readonly feed: Feed;
	readonly board: string;
	readonly name: string;
	readonly model: string;
	readonly introduced: string;
	readonly seenAt: string;
}

/** Everything one feed said when it last answered. */
export interface Reading {
	readonly observations: readonly Observation[];
	readonly machines: readonly MachineSeen[];
}

export type Readings = Partial<Record<Feed, Reading>>;

/** What the vendor's feed listed at any time: version to boards. Tells when a list shrinks or a release goes. */
export type Memory = Readonly<Record<string, { boards: readonly string[]; expires: string | null }>>;
