import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment } from '../process.ts';
import { waitFor } from '../service-process.ts';

const root = join(import.meta.dir, '../..');
const command = join(root, 'bin/pointrelease');

let folder: string;
let trace: string;
let below: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-foreign-'));
	trace = join(folder, 'trace');
	writeFileSync(join(folder, 'bunfig.toml'), 'preload = ["./foreign.ts"]\n');
	writeFileSync(
		join(folder, 'foreign.ts'),
		`require('node:fs').appendFileSync(${JSON.stringify(trace)}, 'x');\n`,
	);
	writeFileSync(join(folder, '.env'), 'RATE_LIMIT=eighty\n');
	// Every import, including the first, would resolve to this module.
	const paths = JSON.stringify({ compilerOptions: { paths: { '*': ['./foreign.ts'] } } });
	for (const name of ['tsconfig.json', 'jsconfig.json']) writeFileSync(join(folder, name), paths);
	below = join(folder, 'below');
	mkdirSync(below);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each([
	['the current folder', () => folder],
	['the parent folder', () => below],
])('a command ignores bunfig.toml, tsconfig.json and .env of %s', async (_, cwd) => {
	const child = Bun.spawn([command, 'data', 'stats', '--json'], {
		cwd: cwd(),
		env: environment(),
		stdout: 'pipe',
		stderr: 'pipe',
	});
	expect([await child.stderr.text(), await child.exited]).toEqual(['', 0]);
	expect(await child.stdout.json()).toHaveProperty('eras');
	expect(existsSync(trace)).toBe(false);
});

test.each(['1', '2'])('so does a service with WORKERS=%s, which starts its own workers', async (WORKERS) => {
	const child = Bun.spawn([command, 'serve'], {
		cwd: folder,
		env: environment({ WORKERS, PORT: '0', POINTRELEASE_STATE: join(folder, 'var') }),
		stdout: 'pipe',
		stderr: 'pipe',
	});
	let log = '';
	const gathered = (async () => {
		for await (const chunk of child.stderr) log += Buffer.from(chunk).toString();
	})();
	try {
		const ready = () => /"event":"ready","address"/.test(log) || child.exitCode !== null;
		await waitFor(ready, 20_000, 'a start');
	} finally {
		child.kill('SIGTERM');
		await gathered;
	}
	expect([await child.exited, log.includes('eighty')]).toEqual([0, false]);
	expect(existsSync(trace)).toBe(false);
});
