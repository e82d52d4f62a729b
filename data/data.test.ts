import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');

function git(...words: string[]): string {
	const { stdout, stderr, exitCode } = Bun.spawnSync(['git', ...words], { cwd: root });
	if (exitCode !== 0) throw new Error(`git ${words.join(' ')}: ${stderr.toString()}`);
	return stdout.toString().trim();
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
	const row = lastLine(readFileSync(join(root, 'data/changes.csv'), 'utf8'));
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
