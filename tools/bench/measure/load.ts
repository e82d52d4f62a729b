/** The requests of a load: every path in turn, with the keys in turn. */
export interface Requests {
	paths: readonly string[];
	keys: readonly string[];
	/** An additional header line. */
	header?: string;
	/** The number of different requests; by default the number of paths. */
	count?: number;
	/**
	 * Each new connection resumes the TLS session of the previous one; only for generators that use new connections.
	 */
	resume?: boolean;
}

export interface Load {
	requests: number;
	seconds: number;
	/** Answers with a status of 400 and more. */
	refused: number;
	/** Connections that failed and requests without an answer. */
	failed: number;
	/** Microseconds. */
	p50: number;
	p99: number;
	max: number;
	/** Connections that resumed a TLS session, for generators that use new connections. */
	resumed?: number;
	/** Microseconds of processor time of the generator itself. */
	generatorCpu: number;
}

export interface Pressure {
	connections: number;
	/** The threads of the generator; one by default. */
	threads?: number;
}

/** A load generator: sends the requests repeatedly over open connections. */
export interface Generator {
	readonly name: string;
	load(port: number, requests: Requests, seconds: number, pressure: Pressure): Promise<Load>;
}
