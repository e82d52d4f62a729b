import { expect, test } from 'bun:test';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { boardsRunning } from '../../../test/feeds/node.ts';
import { shipped } from '../../../test/shipped-data.ts';
import type { Observation } from '../observation.ts';
import { boardsBelowLatest } from './second-opinions.ts';

const now = new Date('2026-12-01T12:00:00Z');

/** The boards of a release of 26 that only AppleDB shows, and for these. AppleDB describes every board but `VMM-x86_64`. */
function boardsOf(version: string, boards: readonly string[]): string[] {
	const machines = [...shipped.boards.keys()]
		.filter((id) => id !== 'VMM-x86_64')
		.map((board) => ({
			feed: 'appledb' as const,
			board,
			name: '',
			model: '',
			introduced: '',
			seenAt: now.toISOString(),
		}));
	const observation: Observation = {
		feed: 'appledb',
		version,
		builds: ['25E246'],
		date: '2026-03-24',
		boards,
		expires: null,
		seenAt: now.toISOString(),
	};
	const evidence = {
		shipped,
		catalog: shipped,
		facts: [],
		readings: { appledb: { observations: [observation], machines } },
		memory: {},
		lists: {},
		vendorSilent: false,
		now,
	};
	return [
		...boardsBelowLatest(evidence, parseVersion(version)!, shipped.majors.get('26')!, [observation]),
	].sort();
}

const running = boardsRunning(shipped, '26.4').sort();
const described = running.filter((id) => id !== 'VMM-x86_64');

test('a virtual machine that AppleDB lacks runs a release that follows one for few Macs', () => {
	// 26.3.2, right before 26.4, is for seven Macs.
	expect(boardsRunning(shipped, '26.3.2')).toHaveLength(7);
	expect(boardsOf('26.4', described)).toEqual(running);
});

test('a virtual machine that AppleDB lacks does not run a release for few Macs', () => {
	expect(boardsOf('26.3.2', ['J700AP'])).toEqual(['J700AP']);
});
