import { type Profiler, Session } from 'node:inspector';

/** How often a part of a function ran. The first block of a function is all of it; the others are places in the bundle. */
export interface CountedFunction {
	readonly name: string;
	/** The first one is the whole function. A block that ran as often as the one around it is not listed. */
	readonly blocks: readonly Block[];
}

export interface Block {
	/** Offsets in the bundle. */
	readonly start: number;
	readonly end: number;
	readonly count: number;
}

/** Counts the blocks of a script that run, by the coverage of V8. */
export class BlockCounter {
	readonly #session = new Session();
	readonly #url: string;

	constructor(url: string) {
		this.#url = url;
		this.#session.connect();
		this.#session.post('Profiler.enable');
		this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
	}

	/** The functions that ran since the last call. */
	take(): CountedFunction[] {
		let scripts: readonly Profiler.ScriptCoverage[] = [];
		// The answer comes before `post` returns.
		this.#session.post('Profiler.takePreciseCoverage', (_, answer) => {
			scripts = answer?.result ?? [];
		});
		const functions = scripts.find(({ url }) => url === this.#url)?.functions ?? [];
		return functions
			.filter(({ ranges }) => ranges[0]!.count > 0)
			.map(({ functionName, ranges }) => ({
				name: functionName,
				blocks: ranges.map(({ startOffset, endOffset, count }) => ({
					start: startOffset,
					end: endOffset,
					count,
				})),
			}));
	}
}
