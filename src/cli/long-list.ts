import { grouped } from '../text/grouped.ts';

/** More rows than these are read by nobody on a terminal. */
export const mostRows = 20;

/** The option of a command with a long list. */
export const allOption = { type: 'boolean', help: 'show the whole list, not only 20 lines' } as const;

/** The rows to show on a terminal, and a line that says how to see the others. */
export function shortened<Row>(rows: readonly Row[], all: boolean): { shown: readonly Row[]; rest: string } {
	if (all || rows.length <= mostRows) return { shown: rows, rest: '' };
	return { shown: rows.slice(0, mostRows), rest: restOf(rows.length - mostRows) };
}

/** The last rows, where those are the newest, and a line about those before them. */
export function lastRows<Row>(rows: readonly Row[], all: boolean): { shown: readonly Row[]; rest: string } {
	if (all || rows.length <= mostRows) return { shown: rows, rest: '' };
	return { shown: rows.slice(-mostRows), rest: restOf(rows.length - mostRows, 'earlier') };
}

export function restOf(left: number, which = 'more'): string {
	return `${grouped(left)} ${which}. Add --all to see them, or --json for programs.`;
}
