import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { shipped } from '../shipped-data.ts';
import type { Terms } from './oracle.ts';

const usual: Terms = {
	behind: 0,
	deferDays: 0,
	deferMajorDays: 0,
	exclude: [],
	graceDays: null,
	exploitedGraceDays: null,
};

/** Six policies. */
export const terms: Readonly<Record<string, Terms>> = {
	newest: { ...usual, graceDays: 7 },
	'n-1': { ...usual, behind: 1, graceDays: 14 },
	standard: {
		...usual,
		behind: 1,
		deferDays: 14,
		deferMajorDays: 30,
		graceDays: 14,
		exploitedGraceDays: 3,
	},
	careful: {
		...usual,
		behind: 1,
		deferDays: 30,
		deferMajorDays: 30,
		exclude: ['26.7.1', '15.7.2'],
		graceDays: 30,
	},
	patient: { ...usual, behind: 2, deferMajorDays: 90, graceDays: 21, exploitedGraceDays: 7 },
	exploited: { ...usual, behind: 2, deferDays: 7, deferMajorDays: 60, exploitedGraceDays: 5 },
};

/** Days of many changes: new majors, CVEs that become exploited, the day of a release and the day after a deadline. */
export const days = [
	'2023-05-02',
	'2023-11-07',
	'2024-09-16',
	'2025-08-20',
	'2025-09-15',
	'2025-12-13',
	'2026-03-18',
	'2026-08-10',
	'2026-08-21',
	'2026-09-14',
	'2026-10-26',
	'2026-11-16',
];

export function policyFor(name: string, asOf: string): Policy {
	return policyOf(asOf, terms[name]!, name);
}

export interface Case {
	readonly board: Board;
	readonly release: Release;
}

/** Every release from 11 on that each Mac runs, released by a day. A T2 Mac with two identifiers is one Mac. */
export function macsOn(asOf: string, catalog: Catalog = shipped): Case[] {
	return [...catalog.boards.values()]
		.filter((board) => board.identifiers[0] === board.id)
		.flatMap((board) =>
			[...board.support.values()]
				.filter(({ major }) => major.era === 'modern')
				.flatMap(({ releases }) => releases)
				.filter(({ released }) => released <= asOf)
				.map((release) => ({ board, release })),
		);
}
