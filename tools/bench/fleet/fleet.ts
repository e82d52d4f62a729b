import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { readBoardsTable, readSupportTable } from '@pointrelease/core/src/api/reads/exports.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { loadCatalog } from '../../../src/data/load.ts';
import { type Run, run } from '../measure/run-command.ts';
import { type Measure, median, type Subject } from '../subject.ts';

const printed = 200_000;
const many = 1_000_000;
/** The number of different pairs of model and version in a large fleet. */
const mostPairs = 3000;
const rowsPerWrite = 10_000;

/** The fleet report compared with a database that does the same join, and its memory. */
export const fleetSubject: Subject = {
	name: 'fleet',
	long: true,
	async measure({ quick }) {
		const folder = mkdtempSync(join(tmpdir(), 'bench-fleet-'));
		try {
			return await measureCommand(folder, quick ? 1 : 5);
		} finally {
			rmSync(folder, { recursive: true });
		}
	},
};

async function measureCommand(folder: string, turns: number): Promise<Measure[]> {
	const path = (name: string) => join(folder, name);
	const catalog = loadCatalog(new URL('../../../data', import.meta.url).pathname);
	await writeInventory(path('printed.csv'), catalog, printed);
	await writeInventory(path('many.csv'), catalog, many);
	const request = { parameters: {}, query: '', accept: null, today: '2026-11-16', policies: new Map() };
	for (const [file, read] of [
		['boards.csv', readBoardsTable],
		['support.csv', readSupportTable],
	] as const) {
		const answer = read(catalog, request);
		if (!answer || isProblem(answer)) throw new Error(`${file} cannot be exported`);
		writeFileSync(path(file), answer.body);
	}
	const command = new URL('../../../src/cli/main.ts', import.meta.url).pathname;
	const peer = new URL('../peers/duckdb-fleet.ts', import.meta.url).pathname;
	const report = (input: string) =>
		run([command, 'fleet', path(input), '--csv', path('own.csv')], { POINTRELEASE_STATE: path('state') });
	const json: Run[] = [];
	const [ownRuns, peerRuns]: [Run[], Run[]] = [[], []];
	// In turns, so that changes of the machine affect both.
	for (let turn = 0; turn < turns; turn++) {
		json.push(
			await run([command, 'fleet', path('printed.csv'), '--json'], { POINTRELEASE_STATE: path('state') }),
		);
		ownRuns.push(await report('many.csv'));
		peerRuns.push(
			await run([peer, path('many.csv'), path('boards.csv'), path('support.csv'), path('theirs.csv')]),
		);
	}
	const ratio = median(ownRuns.map(({ seconds }, turn) => seconds / peerRuns[turn]!.seconds));
	return [
		{
			name: 'a million Macs to a summary and a table, times DuckDB with all processors',
			values: [
				[ratio, 'times'],
				[median(ownRuns.map(({ seconds }) => seconds)), 's'],
				[median(peerRuns.map(({ seconds }) => seconds)), 's DuckDB'],
			],
			must: { most: 5 },
		},
		{
			name: `${printed} Macs to JSON`,
			values: [[median(json.map(({ seconds }) => seconds)), 's']],
			must: { most: 10 },
		},
		{
			name: `resident memory with ${printed} Macs`,
			values: [[Math.max(...json.map(({ megabytes }) => megabytes)), 'MB']],
			must: { most: 400 },
		},
		{
			name: 'resident memory with a million Macs',
			values: [
				[Math.max(...ownRuns.map(({ megabytes }) => megabytes)), 'MB'],
				[median(peerRuns.map(({ megabytes }) => megabytes)), 'MB DuckDB'],
			],
			must: { most: 1600 },
		},
	];
}

/**
 * Writes an inventory as a management service exports it: each row is another Mac, of a few thousand different kinds.
 */
async function writeInventory(path: string, catalog: Catalog, rows: number): Promise<void> {
	const pairs = pairsOf(catalog);
	const file = Bun.file(path).writer();
	file.write('Computer Name,Serial Number,Board ID,OS Version,Last Check-in\n');
	for (let row = 0; row < rows; ) {
		let lines = '';
		for (const end = Math.min(rows, row + rowsPerWrite); row < end; row++) {
			const serial = `C02${row.toString(36).toUpperCase().padStart(9, '0')}`;
			const day = String(1 + (row % 28)).padStart(2, '0');
			lines += `MacBook of employee ${row},${serial},${pairs[(row * 7919) % pairs.length]},2026-10-${day}T08:15:02Z\n`;
		}
		file.write(lines);
		await file.flush();
	}
	await file.end();
}

/** Pairs of an Intel or Apple silicon board and a release that it runs, spread over all of them. */
function pairsOf(catalog: Catalog): string[] {
	const all = [...catalog.boards.values()]
		.filter(({ kind }) => kind === 'apple-silicon' || kind === 'intel')
		.flatMap(({ id, support }) =>
			[...support.values()].flatMap(({ releases }) => releases.map(({ version }) => `${id},${version}`)),
		);
	const step = Math.max(1, Math.floor(all.length / mostPairs));
	return all.filter((_, at) => at % step === 0).slice(0, mostPairs);
}
