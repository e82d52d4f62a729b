/** What is asked: every path in turn, with the keys in turn or in the given order. */
export interface Requests {
	paths: readonly string[];
	keys: readonly string[];
	/** Indices into the keys, for a mix in which some are used more often; empty for every key in turn. */
	order?: readonly number[];
	/** One more header line. */
	header?: string;
	/** How many different requests are asked before they begin again; as many as there are paths unless given. */
	count?: number;
	/** Every connection is new, and takes up the TLS session of the one before; only where connections are new. */
	resume?: boolean;
}

export interface Load {
	requests: number;
	seconds: number;
	/** Answers with a status of 400 and more. */
	refused: number;
	/** Connections that failed and answers that never came. */
	failed: number;
	/** Microseconds. */
	p50: number;
	p99: number;
	max: number;
	/** Connections that took up an earlier TLS session, where connections are new. */
	resumed?: number;
	/** Microseconds of processor time that the generator itself used. */
	generatorCpu: number;
}

export interface Pressure {
	connections: number;
	/** Of the generator; one unless given. */
	threads?: number;
}

/** Something that asks the requests again and again over connections that stay open. */
export interface Generator {
	readonly name: string;
	load(port: number, requests: Requests, seconds: number, pressure: Pressure): Promise<Load>;
}
