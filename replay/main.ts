import { readFileSync, writeFileSync } from 'node:fs';
import { readHistory } from './history.ts';
import { type Bars, missedBars, table } from './report.ts';
import { type Run, replay } from './run.ts';
import type { Score } from './score.ts';

/**
 * `npm run replay` plays two years of the feeds to the service and writes the score into docs/learning.md;
 * `npm run replay -- late` only the runs whose name holds the word. The exit status is 1 when a bar is missed.
 */
const [from, until] = ['2024-06-30', '2026-08-22'];
const whole = { data: from, from, until };
const late = { from: until, until, after: 30 };
const runs: readonly (Run & { bars: Bars })[] = [
	{
		name: 'all feeds',
		...whole,
		person: true,
		bars: { learnt: 70, wrongDays: 13, fixes: 0.97, fixesWrong: 0 },
	},
	{
		name: "Apple's only",
		...whole,
		person: true,
		vendorOnly: true,
		bars: { learnt: 70, wrongDays: 13 },
	},
	{ name: 'nobody at the desk', ...whole, bars: { learnt: 69, wrongDays: 13, fixes: 0.97 } },
	{ name: 'started 3 months late', data: '2026-05-22', ...late, bars: { fixes: 0.97, fixesWrong: 0 } },
	{
		name: 'started 6 months late',
		data: '2026-02-22',
		...late,
		bars: { learnt: 17, fixes: 0.97, fixesWrong: 0 },
	},
	{
		name: 'started 12 months late',
		data: '2025-08-22',
		...late,
		bars: { learnt: 33, fixes: 0.97, fixesWrong: 0 },
	},
];

const [wanted = ''] = process.argv.slice(2);
const history = readHistory();
const scores: [name: string, score: Score][] = [];
let missed = 0;
for (const run of runs.filter(({ name }) => name.includes(wanted))) {
	const began = performance.now();
	const score = await replay(run, history);
	scores.push([run.name, score]);
	const seconds = ((performance.now() - began) / 1000).toFixed(0);
	console.log(`${run.name}: ${score.learnt} of ${score.releases} learnt, replayed in ${seconds} s`);
	for (const line of score.wrong.slice(0, 40)) console.log(`  ${line}`);
	for (const line of missedBars(score, run.bars)) {
		missed++;
		console.log(`  MISSED: ${line}`);
	}
}
console.log(table(scores));
if (wanted === '') writeScore(table(scores));
process.exit(missed > 0 ? 1 : 0);

function writeScore(text: string): void {
	const file = new URL('../docs/learning.md', import.meta.url).pathname;
	const document = readFileSync(file, 'utf8');
	const [open, close] = ['<!-- replay: score -->', '<!-- end -->'];
	const start = document.indexOf(open) + open.length;
	const end = document.indexOf(close, start);
	if (start < open.length || end === -1) throw new Error(`${file} has no place for the score`);
	writeFileSync(file, `${document.slice(0, start)}\n${text}\n${document.slice(end)}`);
}
