import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { answersSubject } from './answers.ts';
import { besideSubject } from './beside.ts';
import { boardsSubject } from './boards.ts';
import { checkinSubject } from './checkin/checkin.ts';
import { importSubject } from './disturbed/import.ts';
import { lockSubject } from './disturbed/lock.ts';
import { searchesSubject } from './disturbed/searches.ts';
import { fleetSubject } from './fleet/fleet.ts';
import { historySubject } from './fleet/history.ts';
import { licensesSubject } from './licenses.ts';
import { lostKeySubject } from './lost-key.ts';
import { describeMachine } from './measure/machine.ts';
import { waitForQuiet, wordsOfCalm } from './measure/quiet.ts';
import { memorySubject } from './memory.ts';
import { pageSubject } from './page/page.ts';
import { processesSubject } from './processes.ts';
import { chartOf } from './report/chart.ts';
import { summaryOf } from './report/summary.ts';
import { barsOf, machineLine, tableOf } from './report/table.ts';
import { standingSubject } from './standing.ts';
import { startSubject } from './start.ts';
import { statusesSubject } from './statuses.ts';
import type { Measure, Subject } from './subject.ts';
import { swapSubject } from './swap.ts';
import { swapsSubject } from './swaps.ts';
import { tailSubject } from './tail.ts';

/**
 * `npm run bench` measures every subject, `npm run bench -- answers` one, `npm run bench -- quick` all but the long
 * ones, in a few minutes; `--json` prints JSON for programs. The exit status is 1 if a mandatory bar is missed.
 * `npm run bench -- answers --beside FOLDER` compares this tree with another checkout instead of peers.
 */
const subjects: readonly Subject[] = [
	answersSubject,
	checkinSubject,
	statusesSubject,
	standingSubject,
	processesSubject,
	licensesSubject,
	lostKeySubject,
	boardsSubject,
	startSubject,
	swapSubject,
	swapsSubject,
	lockSubject,
	searchesSubject,
	importSubject,
	memorySubject,
	tailSubject,
	fleetSubject,
	historySubject,
	pageSubject,
];

const words = process.argv.slice(2);
const besideAt = words.indexOf('--beside');
const [, beside = null] = besideAt < 0 ? [] : words.splice(besideAt, 2);
const quick = words.includes('quick');
const names = words.filter((word) => !['--json', 'quick'].includes(word));
if (besideAt >= 0 && (beside === null || names.join() !== 'answers')) {
	process.stderr.write('bench: write "answers --beside FOLDER", with another checkout and its packages\n');
	process.exit(1);
}
const unknown = names.find((name) => !subjects.some((subject) => subject.name === name));
if (unknown !== undefined) {
	const subjectNames = subjects.map(({ name }) => name).join(', ');
	process.stderr.write(
		`bench: unknown subject ${JSON.stringify(unknown)}: expected one of ${subjectNames}\n`,
	);
	process.exit(1);
}

const print = (text: string) => void (words.includes('--json') || process.stdout.write(`${text}\n`));
const machine = describeMachine();
print(machineLine(machine));
const results: Record<string, readonly Measure[]> = {};
const chosen = beside === null ? subjects : [besideSubject(resolve(beside))];
const isChosen = ({ name, long }: Subject) => (names.length === 0 ? !(quick && long) : names.includes(name));
for (const subject of chosen.filter(isChosen)) {
	const calm = await waitForQuiet(quick ? 3_000 : 60_000);
	if (wordsOfCalm(calm)) print(wordsOfCalm(calm));
	const measures = await subject.measure({ quick });
	results[subject.name] = measures.map((measure) => ({ foreign: calm.foreign, ...measure }));
	print(tableOf(subject.name, results[subject.name]!));
}
const { text, missedCount } = barsOf(results);
print(text);

const report = { date: new Date().toISOString(), quick, machine, results };
const written = {
	'performance.json': `${JSON.stringify(report, null, '\t')}\n`,
	'performance.md': summaryOf(report),
	...(results.answers && beside === null ? { 'performance.svg': chartOf(results.answers, machine) } : {}),
};
mkdirSync('var/bench', { recursive: true });
for (const [name, content] of Object.entries(written)) writeFileSync(`var/bench/${name}`, content);
print(`written to var/bench: ${Object.keys(written).join(', ')}`);
if (words.includes('--json')) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
process.exit(missedCount > 0 ? 1 : 0);
