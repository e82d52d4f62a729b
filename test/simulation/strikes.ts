import type { SimulatedProcess } from './simulation.ts';

/** What befalls a process at a point of its work. */
export interface Strike {
	/** The name of the process, whether it runs now or starts later. */
	readonly who: string;
	/** The point: a statement about this table (any statement if empty), a change of a file, or something that is sent. */
	readonly at: string;
	/** How many such points it passes unharmed. */
	skip: number;
	/** Before the statement is done, after that, or once its transaction is committed. */
	readonly when: 'before' | 'after' | 'committed';
	/** It is killed, it loses its connection to the store, or it stands still. */
	readonly what: 'kill' | 'break' | 'pause';
	/** How long it stands still. */
	readonly seconds: number;
	/** Called when it begins to stand still. */
	readonly paused?: (until: number) => void;
}

/** Points that are not statements. */
export const points = { write: '@write', send: '@send' } as const;

/** The strikes to come. */
export const strikes: Strike[] = [];

/** The strike that befalls a process here; null if none does. */
export function strikeAt(process: SimulatedProcess, isHere: (at: string) => boolean): Strike | null {
	for (const [place, strike] of strikes.entries()) {
		if (strike.who !== process.name || !isHere(strike.at) || strike.skip-- > 0) continue;
		strikes.splice(place, 1);
		return strike;
	}
	return null;
}

/** Whether a statement is about the table of a strike. Checks of the schema, which read no row, are about none. */
export function isAbout(text: string, table: string): boolean {
	if (table === '') return true;
	return !text.endsWith('LIMIT 0') && new RegExp(`\\b(?:FROM|INTO|UPDATE|JOIN)\\s+${table}\\b`).test(text);
}
