import { expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from '../../test/cli/run-here.ts';
import { writeOut } from './terminal-text.ts';

/** Runs with both streams as a terminal. */
async function onTerminal<T>(run: () => T | Promise<T>): Promise<T> {
	const streams = [process.stdout, process.stderr];
	const before = streams.map(({ isTTY }) => isTTY);
	for (const stream of streams) stream.isTTY = true;
	try {
		return await run();
	} finally {
		for (const [at, stream] of streams.entries()) stream.isTTY = before[at]!;
	}
}

/** Clears the screen, in the ways of 7 and 8 bits. */
const escapes = '\x1b[2J\x9b2J';
const shown = '\\u001b[2J\\u009b2J';

test('escapes in the name of a file never reach a terminal', async () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-names-'));
	const file = join(folder, `macs${escapes}.csv`);
	writeFileSync(file, 'Model Identifier,OS Version\n"MacBookPro17,1",14.7.2\n');
	const empty = join(folder, `none${escapes}.csv`);
	writeFileSync(empty, 'Model Identifier,OS Version,Serial Number\n');
	const history = join(folder, `history${escapes}.db`);
	const report = join(folder, `report${escapes}.html`);
	const commands = [
		['fleet', file],
		['fleet', file, '--html', report],
		['fleet', file, join(folder, `absent${escapes}.csv`)],
		['fleet', empty],
		['fleet', 'remember', empty, '--history', history],
		['fleet', 'history', '--history', history],
	];
	for (const words of commands) {
		const { stdout, stderr } = await onTerminal(() => runHere(words, {}));
		// What the progress bar writes to clear its line is our own.
		const ours = `${stdout}${stderr}`.replaceAll('\r\x1b[K', '').replace(/\r[^\n\r\x1b]*\x1b\[K/g, '');
		expect([words, /[\x00-\x08\x0b-\x1f\x7f-\x9f]/.test(ours)]).toEqual([words, false]);
	}
	const { stderr } = await onTerminal(() => runHere(['fleet', file], {}));
	expect(stderr).toContain(`macs${shown}.csv: CSV`);
	rmSync(folder, { recursive: true });
});

test('a terminal gets no escapes of a table, a file or a program gets its bytes', async () => {
	const collect = async (isTerminal: boolean) => {
		const { write } = process.stdout;
		let written = '';
		process.stdout.write = ((text: string) => {
			written += text;
			return true;
		}) as typeof write;
		try {
			if (isTerminal) await onTerminal(() => writeOut(`name\r\n${escapes}\r\n`));
			else writeOut(`name\r\n${escapes}\r\n`);
		} finally {
			process.stdout.write = write;
		}
		return written;
	};
	expect(await collect(true)).toBe(`name\n${shown}\n`);
	expect(await collect(false)).toBe(`name\r\n${escapes}\r\n`);
});

test('commands write to standard error with tell, or as a log or a bar that escapes by itself', () => {
	const direct = readdirSync(import.meta.dir, { recursive: true, encoding: 'utf8' })
		.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
		.filter((path) => readFileSync(join(import.meta.dir, path), 'utf8').includes('process.stderr.write('));
	expect(direct.toSorted()).toEqual([
		'fleet/output.ts',
		'license/long-work.ts',
		'main.ts',
		'terminal-text.ts',
		'until-stopped.ts',
	]);
});
