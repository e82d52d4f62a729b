import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Erasure, ErasureKind } from '../fleet/history/evidence-origin.ts';
import type { HistoryFile } from './history-file.ts';

/** Who erases something, and when. */
export interface Eraser {
	readonly by: string;
	readonly now: Date;
}

const setting = 'erasures';

/** All erasures, in order. */
export function erasuresOf(history: HistoryFile): Erasure[] {
	return JSON.parse(history.setting(setting) ?? '[]') as Erasure[];
}

/** Does the work, and records what it erased: evidence says so. Erasures of one kind, day and author are one entry. */
export function erasing<T>(
	history: HistoryFile,
	what: ErasureKind,
	{ by, now }: Eraser,
	work: () => { readonly result: T; readonly sightings: number },
): T {
	const before = sizeOf(history);
	const { result, sightings } = work();
	const after = sizeOf(history);
	const [macs, exports] = [before.macs - after.macs, before.exports - after.exports];
	if (macs + exports + sightings === 0) return result;
	const entry = { day: dayTextAt(now.getTime()), by, what };
	const all = erasuresOf(history);
	const isSame = (other: Erasure) => other.day === entry.day && other.by === by && other.what === what;
	const same = all.find(isSame) ?? { macs: 0, exports: 0, sightings: 0 };
	const sum = {
		...entry,
		macs: same.macs + macs,
		exports: same.exports + exports,
		sightings: same.sightings + sightings,
	};
	const at = all.findIndex(isSame);
	history.set(setting, JSON.stringify(at < 0 ? [...all, sum] : all.with(at, sum)));
	return result;
}

function sizeOf(history: HistoryFile): { macs: number; exports: number } {
	return history.row<{ macs: number; exports: number }>(
		'SELECT (SELECT count(*) FROM macs) AS macs, (SELECT count(*) FROM imports) AS exports',
	)!;
}
