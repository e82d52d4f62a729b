import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dir, '../..');

function git(...words: string[]): string {
	const { stdout, stderr, exitCode } = Bun.spawnSync(['git', ...words], { cwd: root });
	if (exitCode !== 0) throw new Error(`git ${words.join(' ')}: ${stderr.toString()}`);
	return stdout.toString().trim();
}

/** An archive has no history to look at, and a shallow clone not enough of it. */
const hasHistory = existsSync(join(root, '.git')) && git('rev-parse', '--is-shallow-repository') === 'false';

/**
 * `Last-Modified` is the moment in the last row of changes.csv: whoever asks "changed since?" would be told "no"
 * about a table that was changed without a new row.
 */
test.skipIf(!hasHistory)('whoever changes a table says so in data/changes.csv', () => {
	if (git('diff', '--name-only', 'HEAD', '--', 'data/changes.csv') !== '') return;
	const lastRow = git('log', '-1', '--format=%H', '--', 'data/changes.csv');
	const changed = git('diff', '--name-only', lastRow, '--', 'data/*.csv', 'data/**/*.csv');
	const advice = 'add a row to data/changes.csv with the moment of the change and what it was';
	expect([changed, advice]).toEqual(['', advice]);
});
