import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verdictWords } from '../../packages/core/src/advice/verdict-words.ts';

/**
 * Writes the words of verdicts into the shell client, so that it says the same as everything else. Every build and
 * `npm run settings` run it. The words stand between two comments of the script.
 */
const used = {
	word_overdue: verdictWords.overdue,
	word_not_judged: verdictWords.notJudged,
	word_meets_policy: verdictWords.meetsPolicy,
	word_cannot_meet_policy: verdictWords.cannotMeetPolicy,
	word_exploited: verdictWords.exploited,
	word_newer: verdictWords.newer,
};

const file = join(import.meta.dir, '../../deploy/clients/shell/pointrelease.sh');

/** The script with the words as they are in the table. */
export function withVerdictWords(script: string): string {
	const lines = Object.entries(used).map(([name, word]) => `${name}=${quoted(word)}\n`);
	return script.replace(
		/(# Words of verdicts[^\n]*\n).*?(# End of the words\.\n)/s,
		(_, start, end) => `${start}${lines.join('')}${end}`,
	);
}

/** In single quotes a shell takes everything as it is, except for a quote. */
function quoted(word: string): string {
	return `'${word.replaceAll("'", `'\\''`)}'`;
}

if (import.meta.main) {
	const script = readFileSync(file, 'utf8');
	const written = withVerdictWords(script);
	if (written !== script) writeFileSync(file, written);
}
