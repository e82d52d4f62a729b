/**
 * `npm run soak`: two quiet minutes, a minute beside each flood of requests alone, then ten minutes of everything at once
 * that could delay a service. `--minutes 1` is shorter, `--only searches` has one trouble alone, `--only floods` all floods of requests.
 * `--addresses 200` has the floods come from so many. `--steady` has steady load instead and measures growth; `--seconds 30` is shorter. `--idle` has as many idle connections from one address as a process may hold, without and with
 * TLS. Ends with 1 if anything was wrong.
 */
import { parseArgs } from 'node:util';
import { idleConnections, idleVerdict, mostIdle } from './idle-connections.ts';
import { memoryRows } from './memory.ts';
import { soak, verdict } from './soak.ts';
import { mostSlower, slowdowns, troubledSoak, troubledVerdict } from './troubled-soak.ts';
import { troubleNames } from './troubles/start-troubles.ts';

const { values } = parseArgs({
	options: {
		minutes: { type: 'string' },
		seconds: { type: 'string' },
		only: { type: 'string' },
		addresses: { type: 'string' },
		steady: { type: 'boolean' },
		idle: { type: 'boolean' },
	},
});
const seconds = values.seconds ? Number(values.seconds) : Number(values.minutes ?? 10) * 60;
if (!(seconds > 0)) {
	console.error('how long? give --minutes 10 or --seconds 30');
	process.exit(2);
}
const names = [...troubleNames, 'floods'] as const;
const only = names.find((name) => name === values.only);
if (values.only !== undefined && !only) {
	console.error(`no trouble is called ${values.only}: give one of ${names.join(', ')}`);
	process.exit(2);
}
const addresses = Number(values.addresses ?? 1);
if (!Number.isInteger(addresses) || addresses < 1 || addresses > 65_536) {
	console.error('from how many addresses do the floods come? give --addresses 200, at most 65536');
	process.exit(2);
}

const wrong = values.idle ? await idle() : values.steady ? await steady() : await troubled();
for (const line of wrong) console.log(`WRONG: ${line}`);
process.exit(wrong.length > 0 ? 1 : 0);

async function idle(): Promise<string[]> {
	const wrong: string[] = [];
	for (const kind of ['plain', 'tls'] as const) {
		const count = mostIdle[kind];
		const report = await idleConnections(count, kind === 'tls', seconds * 1000);
		const { quiet, opening, held } = report;
		const times = ({ p50, p99 }: typeof quiet) => `${p50.toFixed(2)}, ${p99.toFixed(2)}`;
		console.table({
			[`idle connections from one address (${kind}): opened, kept`]: `${report.opened}, ${report.kept}`,
			'resident memory, MB: before, with them': `${report.before.toFixed(1)}, ${report.megabytes.toFixed(1)}`,
			'normal client, quiet: p50, p99 ms': times(quiet),
			'normal client, while they are opened': times(opening),
			'normal client, while they are held': times(held),
		});
		wrong.push(...idleVerdict(count, report, true).map((line) => `${kind}: ${line}`));
	}
	return wrong;
}

async function steady(): Promise<string[]> {
	console.log(`asking steadily for ${seconds} s on loopback`);
	const report = await soak(seconds * 1000, { tell: console.log });
	const wrong = verdict(report);
	console.table({
		'time, s': report.seconds.toFixed(0),
		'requests, all checked': report.requests,
		'requests per second': (report.requests / report.seconds).toFixed(0),
		'connections opened': report.connections,
		'swaps of the data': report.swaps,
		'licenses issued and revoked': report.licenses,
		'memory in use, MB (after a third, at the end)': `${report.inUseEarly}, ${report.inUseLate}`,
		'resident memory at rest, MB (early, late)': `${report.residentEarly}, ${report.residentLate}`,
		'open files (before, after)': `${report.filesBefore}, ${report.filesAfter}`,
		wrong: wrong.length,
	});
	return wrong;
}

async function troubled(): Promise<string[]> {
	console.log(
		`${seconds / 5} s of quiet, ${only ? '' : `${seconds / 10} s of each flood alone and `}${seconds} s of ${only ?? 'trouble'} on loopback, floods from ${addresses} address${addresses > 1 ? 'es' : ''}`,
	);
	const report = await troubledSoak(seconds * 200, seconds * 1000, {
		tell: console.log,
		importSize: 50_000,
		slowReaders: 300,
		swapEvery: 20_000,
		aloneFor: seconds * 100,
		only,
		addresses,
	});
	const wrong = troubledVerdict(report, true);
	const { quiet, alone, troubled } = report;
	const parts = [quiet, ...alone.values(), troubled];
	for (const line of report.troubles) console.log(line);
	console.table({
		'requests, all checked': report.requests,
		'wrong answers': report.faults.length + parts.reduce((sum, part) => sum + part.wrong, 0),
		'licenses issued and revoked': report.licenses,
		'keys printed, lost': `${report.keys}, ${report.lostKeys}`,
		'answers counted, lost': `${report.answers}, ${report.lostCounts}`,
		'normal client, quiet: p50, p99 ms': `${quiet.p50.toFixed(2)}, ${quiet.p99.toFixed(2)}`,
		'normal client, in trouble: p50, p99 ms': `${troubled.p50.toFixed(2)}, ${troubled.p99.toFixed(2)}`,
		...memoryRows(report.memory),
		wrong: wrong.length,
	});
	const ratios = [...slowdowns(report)].map(([name, { p50, p99 }]) => [
		name,
		{ 'p50, to quiet': p50.toFixed(2), [`p99, to quiet (at most ${mostSlower})`]: p99.toFixed(2) },
	]);
	console.table(Object.fromEntries(ratios));
	return wrong;
}
