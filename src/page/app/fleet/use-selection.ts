import { useState } from 'preact/hooks';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { placesOf } from '../../../fleet/report/worst-first.ts';

/** The Macs whose rows a person selected, as indices. */
export interface Selection {
	readonly macs: ReadonlySet<number>;
	/** Selects these Macs, or deselects them if all of them are selected. */
	toggle(numbers: readonly number[]): void;
}

/** The selection in a report. Another report starts without one, because its rows may be others. */
export function useSelection(report: CompactReport | null): Selection {
	const [stored, store] = useState({ report, macs: new Set<number>() });
	const macs = stored.report === report ? stored.macs : new Set<number>();
	return {
		macs,
		toggle(numbers) {
			const next = new Set(macs);
			const isRemoval = numbers.every((number) => macs.has(number));
			for (const number of numbers) isRemoval ? next.delete(number) : next.add(number);
			store({ report, macs: next });
		},
	};
}

/** The worst of these Macs, worst first, whatever the table is sorted by. */
export function worstOf(
	{ answers, macs, policy }: CompactReport,
	numbers: Iterable<number>,
	most: number,
): number[] {
	const places = placesOf(answers, policy !== null);
	const placeOf = (number: number) => places[macs[number]![5]]!;
	return [...numbers].sort((a, b) => placeOf(a) - placeOf(b) || a - b).slice(0, most);
}
