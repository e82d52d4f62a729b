import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { type Run, run } from '../measure/run-command.ts';
import { type Measure, median, type Subject } from '../subject.ts';
import { days, lastDay, macs, makeHistory, releases, sightingsForPeer, writeExport } from './history-file.ts';

const megabyte = 1024 * 1024;

/**
 * A history of a year of daily exports of 100,000 Macs: the cost of adding a day and of a question, compared with a
 * database.
 */
export const historySubject: Subject = {
	name: 'history',
	long: true,
	async measure({ quick }) {
		const folder = mkdtempSync(join(tmpdir(), 'bench-history-'));
		try {
			return await measureHistory(folder, quick ? 1 : 3);
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
};

async function measureHistory(folder: string, turns: number): Promise<Measure[]> {
	const path = (name: string) => join(folder, name);
	makeHistory(path('history.db'));
	writeExport(path('export.csv'));
	await writeParquet(folder);
	const command = new URL('../../../src/cli/main.ts', import.meta.url).pathname;
	const peer = new URL('../peers/duckdb-history.ts', import.meta.url).pathname;
	const state = { POINTRELEASE_STATE: path('state') };
	const history = ['--history', path('history.db')];
	const added = await run([command, 'fleet', 'remember', path('export.csv'), ...history], state);
	const ask = (...words: string[]) =>
		run([command, 'fleet', 'history', ...history, '--as-of', lastDay, '--json', ...words], state, [0, 2, 3]);
	const [shares, policies, verdicts, theirs]: [Run[], Run[], Run[], Run[]] = [[], [], [], []];
	for (let turn = 0; turn < turns; turn++) {
		shares.push(await ask());
		policies.push(await ask('--behind', '1', '--grace-days', '14'));
		verdicts.push(await ask('--framework', 'cyber-essentials-3.3'));
		theirs.push(await run([peer, path('sightings.parquet'), path('releases.parquet')]));
	}
	const seconds = (runs: readonly Run[]) => median(runs.map((each) => each.seconds));
	const size = statSync(path('history.db')).size / megabyte;
	const memory = Math.max(...[added, ...shares, ...policies, ...verdicts].map(({ megabytes }) => megabytes));
	const amount = `${macs.toLocaleString('en')} Macs and ${days} daily exports`;
	return [
		await measureMany(folder, command, state),
		{ name: `${amount}: one more export`, values: [[added.seconds, 's']], must: { most: 10 } },
		{
			name: `${amount}: share patched within 14 days, with both bounds`,
			values: [
				[seconds(shares), 's'],
				[seconds(theirs), 's DuckDB, from Parquet'],
				[Math.max(...theirs.map(({ megabytes }) => megabytes)), 'MB DuckDB'],
			],
			must: { most: 10 },
		},
		{ name: `${amount}: a policy over time`, values: [[seconds(policies), 's']], must: { most: 10 } },
		{ name: `${amount}: verdicts of a framework`, values: [[seconds(verdicts), 's']], must: { most: 10 } },
		{ name: `${amount}: resident memory at most`, values: [[memory, 'MB']], must: { most: 300 } },
		{ name: `${amount}: the file`, values: [[size, 'MB']], must: { most: 1024 } },
	];
}

const [manyMacs, manyExports] = [50_000, 60];

/** Adds exports of two months in one command, as on the first day of use. */
async function measureMany(folder: string, command: string, state: Record<string, string>): Promise<Measure> {
	const files = Array.from({ length: manyExports }, (_, at) => join(folder, `many-${at}.csv`));
	for (const [at, file] of files.entries()) writeExport(file, manyMacs, manyExports - 1 - at);
	const many = await run(
		[command, 'fleet', 'remember', ...files, '--history', join(folder, 'many.db')],
		state,
	);
	return {
		name: `${manyMacs.toLocaleString('en')} Macs: ${manyExports} exports remembered in one command`,
		values: [[many.seconds, 's']],
		must: { most: 60 },
	};
}

async function writeParquet(folder: string): Promise<void> {
	const instance = await DuckDBInstance.create(':memory:');
	const connection = await instance.connect();
	await connection.run('CREATE TABLE sightings (mac INTEGER, release INTEGER, day INTEGER)');
	const appender = await connection.createAppender('sightings');
	for (const [mac, release, day] of sightingsForPeer()) {
		appender.appendInteger(mac);
		appender.appendInteger(release);
		appender.appendInteger(day);
		appender.endRow();
	}
	appender.closeSync();
	await connection.run('CREATE TABLE releases (place INTEGER, day INTEGER)');
	for (const [place, [, day]] of releases.entries())
		await connection.run(`INSERT INTO releases VALUES (${place}, ${dayNumber(day)})`);
	for (const table of ['sightings', 'releases'])
		await connection.run(`COPY ${table} TO '${join(folder, table)}.parquet' (FORMAT parquet)`);
	connection.closeSync();
	instance.closeSync();
}
