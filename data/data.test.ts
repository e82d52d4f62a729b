import { expect, test } from 'bun:test';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printFinding } from '@pointrelease/core/src/catalog/tables/table.ts';
import { readFolder } from '../src/data/load.ts';
import { checkLiving } from '../test/data/check-living.ts';

/**
 * The only tests of the tables in this folder. All others use those of test/world, so that a new row can only fail here, where the
 * message names its table, line and column, and what was expected.
 */
test('no row of the tables is mistaken', () => {
	expect(checkLiving(readFolder(import.meta.dir)).map(printFinding)).toEqual([]);
});

const root = join(import.meta.dir, '..');

function git(...words: string[]): string {
	const { stdout, stderr, status } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
	if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`);
	return stdout.trim();
}

function lastLine(text: string): string {
	return text.trimEnd().split('\n').at(-1)!;
}

/** An archive has no history to look at, and a shallow clone not enough of it. */
const hasHistory = existsSync(join(root, '.git')) && git('rev-parse', '--is-shallow-repository') === 'false';

/**
 * `Last-Modified` is the moment in the last row of changes.csv. If a table changed without a new row, a client that
 * asks "changed since?" would hear "no".
 */
test.skipIf(!hasHistory)('every change of a table has a new row in data/changes.csv', () => {
	const row = lastLine(readFileSync(join(import.meta.dir, 'changes.csv'), 'utf8'));
	if (row !== lastLine(git('show', 'HEAD:data/changes.csv'))) return;
	// Rewording an older row does not count as a new row.
	const added = git('log', '-1', '--format=%H', `-S${row}`, '--', 'data/changes.csv');
	const changed = git(
		'diff',
		'--name-only',
		added,
		'--',
		'data/*.csv',
		'data/**/*.csv',
		':!data/changes.csv',
	);
	const advice = 'add a row to data/changes.csv with the moment of the change and what it was';
	expect([changed, advice]).toEqual(['', advice]);
});
