import { expect } from 'bun:test';

/** Calls `toEqual` only if the values differ, because it is the slowest part of a sweep of 100,000 comparisons. */
export function expectSame(actual: unknown, expected: unknown): void {
	if (!Bun.deepEquals(actual, expected)) expect(actual).toEqual(expected);
}
