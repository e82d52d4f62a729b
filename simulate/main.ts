import { readFileSync, writeFileSync } from 'node:fs';
import { checkInCost } from '../bench/report/capacity.ts';
import { fill } from '../bench/report/documents.ts';
import { releaseDay } from './release-day.ts';

/**
 * `npm run simulate` plays the day of a release with the check-in that `docs/performance.json` has, prints the table and
 * writes it with its chart into the documents; `npm run simulate -- 500` prints what 500 µs a check-in would mean.
 */
const [word] = process.argv.slice(2);
const measured = checkInCost(JSON.parse(readFileSync('docs/performance.json', 'utf8')).results);
const microseconds = word === undefined ? measured : Number(word);
if (microseconds === null || !(microseconds > 0)) {
	process.stderr.write(
		`simulate: ${word === undefined ? 'no check-in was measured: run npm run bench first, or give' : `${JSON.stringify(word)} is no number: expected`} the microseconds of a check-in, for example 500\n`,
	);
	process.exit(1);
}
const { table, chart } = releaseDay(microseconds);
process.stdout.write(`a check-in of ${microseconds.toFixed(0)} µs\n${table}\n`);
if (word === undefined) {
	writeFileSync('docs/images/release-day.svg', chart);
	fill('docs/scaling.md', { 'release day': table });
	process.stdout.write('written: docs/images/release-day.svg and docs/scaling.md\n');
}
