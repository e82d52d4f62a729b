import { catalogSubject } from './catalog.ts';
import type { Measure, Subject } from './subject.ts';

/** `npm run bench` measures every subject, `npm run bench -- catalog` one; `--json` prints JSON for programs. */
const subjects: readonly Subject[] = [catalogSubject];

const words = process.argv.slice(2);
const names = words.filter((word) => word !== '--json');
const unknown = names.find((name) => !subjects.some((subject) => subject.name === name));
if (unknown !== undefined) {
	const known = subjects.map(({ name }) => name).join(', ');
	process.stderr.write(`bench: unknown subject ${JSON.stringify(unknown)}: expected one of ${known}\n`);
	process.exit(1);
}

const results: Record<string, readonly Measure[]> = {};
for (const subject of subjects.filter(({ name }) => names.length === 0 || names.includes(name))) {
	results[subject.name] = await subject.measure();
	if (!words.includes('--json')) process.stdout.write(`${tableOf(subject.name, results[subject.name]!)}\n`);
}
if (words.includes('--json')) process.stdout.write(`${JSON.stringify(results, null, 2)}\n`);

function tableOf(name: string, measures: readonly Measure[]): string {
	const width = Math.max(...measures.map((measure) => measure.name.length));
	const lines = measures.map((measure) => {
		const values = measure.values.map(
			([amount, unit]) => `${amount.toFixed(1).padStart(9)} ${unit.padEnd(5)}`,
		);
		const limit =
			measure.limit === undefined ? '' : `limit ${measure.limit}${isOver(measure) ? ': OVER' : ''}`;
		const remarks = [limit, measure.note ?? ''].filter(Boolean).join('; ');
		return `  ${measure.name.padEnd(width)}  ${values.join('')}  ${remarks}`.trimEnd();
	});
	return [name, ...lines].join('\n');
}

function isOver({ values, limit }: Measure): boolean {
	return limit !== undefined && values[0]![0] > limit;
}
