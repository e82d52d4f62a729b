import type { Board, Catalog } from '../../catalog/catalog.ts';
import { majorLifecycle } from './major-lifecycle.ts';

/** How long a Mac gets updates: as long as the newest major that it runs. */
export interface MacLifecycle {
	/** The newest major that was made for it; null before its first release. */
	readonly lastMajor: string | null;
	readonly getsUpdates: boolean;
	/** The day from which it gets none. */
	readonly endedOn: string | null;
	/** The month in which that is expected if no newer major is made for it. */
	readonly estimatedEnd: string | null;
	readonly basis: string | null;
}

export function macLifecycle(catalog: Catalog, board: Board, asOf: string): MacLifecycle {
	let lastMajor: string | null = null;
	for (const { major, releases } of board.support.values()) {
		if (releases.some(({ withdrawn, released }) => !withdrawn && released <= asOf)) lastMajor = major.name;
	}
	const support = lastMajor === null ? null : majorLifecycle(catalog, lastMajor, asOf);
	return {
		lastMajor,
		getsUpdates: support !== null && support.state !== 'ended',
		endedOn: support?.endedOn ?? null,
		estimatedEnd: support?.estimatedEnd ?? null,
		basis: support?.basis ?? null,
	};
}
