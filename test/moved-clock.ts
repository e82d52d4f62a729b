const variables = Object.entries(process.env).filter(
	(entry): entry is [string, string] => /^(?:LD_PRELOAD$|FAKETIME)/.test(entry[0]) && entry[1] !== undefined,
);

/** The variables of `faketime`, if this process runs under it: a program that gets them has the same clock. */
export const clockOfTests: Readonly<Record<string, string>> = Object.fromEntries(variables);

/** How many days `faketime` has moved the clock of this process. */
export const daysMoved = Number(/^([+-]\d+)d$/.exec(clockOfTests.FAKETIME ?? '')?.[1] ?? 0);
