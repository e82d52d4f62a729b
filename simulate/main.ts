import { readFileSync, writeFileSync } from 'node:fs';
import { shownCheckIn } from '../bench/report/capacity.ts';
import { fill } from '../bench/report/documents.ts';
import { releaseDay } from './release-day.ts';

/**
 * `npm run simulate` plays the day of a release with the check-in that `docs/scaling.md` shows, prints the table and writes it
 * with its chart into the document; `npm run simulate -- 500` prints what 500 µs a check-in would mean.
 */
const file = 'docs/scaling.md';
const [word] = process.argv.slice(2);
const microseconds = word === undefined ? shownCheckIn(readFileSync(file, 'utf8')) : Number(word);
if (microseconds === null || !(microseconds > 0)) {
	const reason = word === undefined ? `${file} shows no check-in` : `${JSON.stringify(word)} is no cost`;
	process.stderr.write(`simulate: ${reason}: expected the microseconds of a check-in, for example 500\n`);
	process.exit(1);
}
const { table, chart } = releaseDay(microseconds);
process.stdout.write(`a check-in of ${microseconds} µs\n${table}\n`);
if (word === undefined) {
	writeFileSync('docs/images/release-day.svg', chart);
	fill(file, { 'release day': table });
	process.stdout.write(`written: docs/images/release-day.svg and ${file}\n`);
}
