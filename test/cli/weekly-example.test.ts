import { afterAll, expect, test } from 'bun:test';
import {
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { environment } from '../process.ts';
import { head } from './remembered-fleet.ts';

const folder = mkdtempSync(join(tmpdir(), 'weekly-'));
afterAll(() => rmSync(folder, { recursive: true }));

const example = (name: string) => fileURLToPath(new URL(`../../examples/weekly/${name}`, import.meta.url));
const read = (name: string) => readFileSync(example(name), 'utf8');

/** Runs the script of the example, with the real command, on folders of this test. */
async function weekly(words: readonly string[]) {
	const child = Bun.spawn([example('fleet-weekly'), ...words], {
		cwd: folder,
		env: environment({ POINTRELEASE: fileURLToPath(new URL('../../bin/pointrelease', import.meta.url)) }),
		stdout: 'pipe',
		stderr: 'pipe',
	});
	return [await child.exited, await child.stdout.text(), await child.stderr.text()] as const;
}

/** What each job gives the script after the two folders. */
const options = {
	systemd: /^ExecStart=\S+\/fleet-weekly \S+ \S+ (.*)$/m.exec(read('pointrelease-weekly.service'))![1]!,
	launchd: [...read('com.example.pointrelease-weekly.plist').matchAll(/^\t\t<string>(.*)<\/string>/gm)]
		.slice(3, 5)
		.map(([, word]) => word)
		.join(' '),
	github: /bin\/fleet-weekly exports reports (.*)$/m.exec(read('github-workflow.yml'))![1]!,
};

test('the three jobs of the weekly example ask the same', () => {
	expect(new Set(Object.values(options)).size).toBe(1);
});

test('the weekly example remembers the newest export, writes the reports and ends with their status', async () => {
	mkdirSync(join(folder, 'exports'));
	expect(await weekly(['exports', 'reports'])).toEqual([1, '', 'fleet-weekly: no export in exports\n']);
	const moment = new Date('2026-10-20T12:00:00Z');
	for (const [name, serial] of [
		['2026-10-13.csv', 'C02OLD4711'],
		['2026-10-20.csv', 'C02NEW4711'],
	]) {
		const file = join(folder, 'exports', name!);
		writeFileSync(file, `${head}one,${serial},"Mac14,2",26.6.2,2026-10-12\n`);
		utimesSync(file, moment, moment);
	}
	const [code, stdout, stderr] = await weekly(['exports', 'reports', ...options.systemd.split(' ')]);
	expect([code, stderr]).toEqual([2, '']);
	expect(stdout).toContain('fail     C02NEW4711 (one): Seen with 26.6.2 on 2026-10-12, without 26.7');
	expect(stdout).not.toContain('C02OLD4711');
	const reports = readdirSync(join(folder, 'reports')).map((name) => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
	expect(reports.toSorted()).toEqual(['fleet-history.db', 'history-DAY.html', 'verdicts-DAY.txt']);
});

test('the weekly example fails for a policy, and for an export that is incomplete, after its report is written', async () => {
	const moment = new Date('2026-10-21T12:00:00Z');
	const results = [{ serialNumber: 'S1', model: 'Mac14,2', osVersion: '26.6.2', lastContact: '2026-10-21' }];
	const file = join(folder, 'exports', '2026-10-21.json');
	writeFileSync(file, JSON.stringify({ totalCount: 2, results }));
	utimesSync(file, moment, moment);
	const day = ['--as-of', '2026-10-22'];
	expect((await weekly(['exports', 'missed', ...day, '--behind', '1']))[0]).toBe(2);
	const [code, stdout, stderr] = await weekly([
		'exports',
		'met',
		...day,
		'--behind',
		'2',
		'--defer-days',
		'60',
	]);
	expect([code, stdout, stderr]).toEqual([
		3,
		expect.stringContaining('1 Mac seen'),
		expect.stringContaining('it has 1 of 2 rows'),
	]);
	expect(readdirSync(join(folder, 'met')).length).toBe(3);
});
