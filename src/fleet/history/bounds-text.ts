import type { Bounds } from './patching.ts';

/** `3`, `3 to 7` or `3 or more`. */
export function boundsText({ at_least, at_most }: Bounds): string {
	if (at_most === null) return `${at_least} or more`;
	return at_least === at_most ? String(at_least) : `${at_least} to ${at_most}`;
}

/** A share as whole percents, rounded so that it never looks better or worse than it is: 100% means all, 0% none. */
export function percentText(count: number, total: number): string {
	if (total === 0) return '0%';
	const share = (count / total) * 100;
	if (count > 0 && share < 1) return 'under 1%';
	return `${count === total ? 100 : Math.min(99, Math.round(share))}%`;
}
