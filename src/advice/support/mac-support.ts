import type { Board, Catalog } from '../../catalog/catalog.ts';
import { majorSupport } from './major-support.ts';

/** How long a Mac gets updates: as long as the newest major that it runs. */
export interface MacSupport {
	/** The newest major that was made for it; null before its first release. */
	readonly lastMajor: string | null;
	readonly getsUpdates: boolean;
	/** The day from which it gets none. */
	readonly endedOn: string | null;
	/** The month in which that is expected if no newer major is made for it. */
	readonly estimatedEnd: string | null;
	readonly basis: string | null;
}

export function macSupport(catalog: Catalog, board: Board, asOf: string): MacSupport {
	let lastMajor: string | null = null;
	for (const { major, releases } of board.support.values()) {
		if (releases.some(({ withdrawn, released }) => !withdrawn && released <= asOf)) lastMajor = major.name;
	}
	const support = lastMajor === null ? null : majorSupport(catalog, lastMajor, asOf);
	return {
		lastMajor,
		getsUpdates: support !== null && support.state !== 'ended',
		endedOn: support?.endedOn ?? null,
		estimatedEnd: support?.estimatedEnd ?? null,
		basis: support?.basis ?? null,
	};
}
