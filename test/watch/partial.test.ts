import { afterEach, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayTextAt } from '@pointrelease/core/src/text/day.ts';
import { runHere } from '../cli/run-here.ts';
import { environment } from '../process.ts';
import { writeExport } from './export-file.ts';

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

test('a partial inventory ends --once, status and doctor with its numbers, stops --evidence, and is accepted by its name', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'watch-partial-'));
	folders.push(folder);
	const now = Date.now();
	const write = (count: number) =>
		writeExport(
			join(folder, 'macs.csv'),
			[
				'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in',
				...Array.from(
					{ length: count },
					(_, at) => `mac-${at},C02BBBBBB${100 + at},"MacBookPro18,3",26.0,${dayTextAt(now)}`,
				),
			],
			now,
		);
	mkdirSync(join(folder, 'state'), { mode: 0o700 });
	const env = environment({
		WATCH: join(folder, 'watch.json'),
		POINTRELEASE_STATE: join(folder, 'state'),
		FEEDS: 'off',
	});
	const watchFile = {
		inventories: ['macs.csv'],
		framework: 'cyber-essentials-3.3',
		evidence: { folder: 'evidence' },
	};
	writeFileSync(env.WATCH!, JSON.stringify(watchFile));
	const run = async (...words: string[]) => {
		const { code, stdout, stderr } = await runHere(words, env);
		return [code, `${stdout}${stderr}`] as const;
	};
	write(20);
	expect(await run('watch', '--once')).toMatchObject([0, expect.stringContaining('Round 1: 20 Macs.')]);
	write(3);
	expect((await run('watch', '--once'))[0]).toBe(3);
	const [code, status] = await run('watch', 'status');
	expect(code).toBe(3);
	expect(status).toContain('3 of 20 Macs of');
	expect(status).toContain('run "pointrelease watch --accept-inventory macs.csv"');
	expect((await run('doctor'))[1]).toContain('macs.csv lists 3 of 20 Macs of');
	expect(await run('watch', '--evidence')).toMatchObject([
		1,
		expect.stringContaining('macs.csv lists 3 of the 20 Macs that it had, so evidence waits'),
	]);
	expect(await run('watch', '--accept-inventory', 'others.csv')).toMatchObject([
		1,
		expect.stringContaining('the watch file has no inventory "others.csv": expected one of macs.csv'),
	]);
	expect(await run('watch', '--accept-inventory', 'macs.csv')).toMatchObject([
		0,
		expect.stringContaining('macs.csv is whole with 3 Macs.'),
	]);
	expect((await run('watch', '--once'))[0]).toBe(0);
	expect((await run('watch', 'status'))[0]).toBe(0);
	expect((await run('watch', '--accept-inventory', 'macs.csv'))[1]).toContain('is not partial');
});
