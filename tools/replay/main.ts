import { readFileSync, writeFileSync } from 'node:fs';
import { drawStarts, first, last, seedFor } from './draws.ts';
import { readHistory } from './history.ts';
import { type Bars, missedBars, sumOf, table } from './report.ts';
import { type Run, replay } from './run.ts';
import type { Score } from './score.ts';
import { today } from './today.ts';
import { replayWatch } from './watch/replay-watch.ts';
import { missedByWatch, watchTable } from './watch/report.ts';

/**
 * `npm run replay` plays two years of the feeds to the service and writes the score into docs/learning.md. `npm run
 * replay -- late` plays only the runs with that word in their name, `npm run replay -- "data of" 42` the 30 random starts
 * of seed 42 instead of those of the seed that belongs to the data. The exit status is 1 if a bar is missed.
 */
const whole = { data: first!, from: first!, until: last! };
const late = { from: last!, until: last!, after: 80 };
const [nameWord = '', seedText] = process.argv.slice(2);
const seed = seedText === undefined ? seedFor(today.catalog) : Number(seedText);
if (!Number.isSafeInteger(seed)) {
	console.error(`the seed ${JSON.stringify(seedText)} is not a whole number`);
	process.exit(1);
}
const fixed: readonly (Run & { bars?: Bars })[] = [
	{ name: 'all feeds', ...whole, person: true, bars: { fixes: 0.99 } },
	{
		name: "Apple's only",
		...whole,
		person: true,
		vendorOnly: true,
		bars: { missing: 1, missingPairs: 200, fixes: 0 },
	},
	{ name: 'nobody at the desk', ...whole, bars: { fixes: 0.99 } },
	{ name: 'started 3 months late', data: '2026-05-22', ...late },
	{ name: 'started 6 months late', data: '2026-02-22', ...late },
	{ name: 'started 12 months late', data: '2025-08-22', ...late },
];
const draws: readonly (Run & { bars?: Bars })[] = drawStarts(seed, 30);

const history = readHistory();
let missedCount = 0;
const run = async (planned: (typeof fixed)[number]): Promise<[string, Score]> => {
	const began = performance.now();
	const score = await replay(planned, history);
	const seconds = ((performance.now() - began) / 1000).toFixed(0);
	console.log(`${planned.name}: ${score.learnt} of ${score.releases} learned, replayed in ${seconds} s`);
	for (const line of score.wrong.slice(0, 40)) console.log(`  ${line}`);
	for (const line of missedBars(score, planned.bars ?? {})) {
		missedCount++;
		console.log(`  MISSED: ${line}`);
	}
	return [planned.name, score];
};
const scores: [name: string, score: Score][] = [];
for (const planned of fixed.filter(({ name }) => name.includes(nameWord))) scores.push(await run(planned));
const drawn: Score[] = [];
console.log(`the random starts have the seed ${seed}`);
for (const planned of draws.filter(({ name }) => name.includes(nameWord)))
	drawn.push((await run(planned))[1]);
if (drawn.length > 0) scores.push([`${drawn.length} random starts, seed ${seed}`, sumOf(drawn)]);
if (scores.length > 0) console.log(table(scores));
if (nameWord === '') writeTable('learning.md', 'score', table(scores));
if ('watch'.includes(nameWord)) await runWatch();
process.exit(missedCount > 0 ? 1 : 0);

async function runWatch(): Promise<void> {
	const tally = await replayWatch(history, 20261118, 60);
	console.log(watchTable(tally));
	for (const line of tally.corrections) console.log(`  ${line}`);
	for (const line of missedByWatch(tally)) {
		missedCount++;
		console.log(`  MISSED: ${line}`);
	}
	writeTable('learning.md', 'watch', watchTable(tally));
}

/** Replaces the table between two marks of a document. */
function writeTable(name: string, mark: string, text: string): void {
	const file = new URL(`../../docs/${name}`, import.meta.url).pathname;
	const document = readFileSync(file, 'utf8');
	const [open, close] = [`<!-- replay: ${mark} -->`, '<!-- end -->'];
	const start = document.indexOf(open) + open.length;
	const end = document.indexOf(close, start);
	if (start < open.length || end === -1) throw new Error(`${file} has no place for the table`);
	writeFileSync(file, `${document.slice(0, start)}\n${text}\n${document.slice(end)}`);
}
