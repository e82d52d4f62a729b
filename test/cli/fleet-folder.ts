import { afterAll, beforeAll } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './run-here.ts';

/** The day of every report in these tests. */
export const day = ['--as-of', '2026-11-16'];

/** The error that a command with `--json` writes to standard error. */
export const errorLine = (code: string, message: string) =>
	`${JSON.stringify({ error: { code, message } })}\n`;

/** A folder with small inventories, and the command `fleet` on that day. */
export function useFleetFolder() {
	let folder = '';
	beforeAll(() => {
		folder = mkdtempSync(join(tmpdir(), 'fleet-'));
		writeFileSync(join(folder, 'good.csv'), 'Name,Serial,Model,OS Version\na,S1,"Mac14,2",26.7.2\n');
		writeFileSync(join(folder, 'page.csv'), '<!doctype html><title>Sign in</title>');
		writeFileSync(join(folder, 'bad.csv'), 'Name,Serial,Model,OS Version\nb,S2,"Mac14,2",macOS 14.0.0\n');
	});
	afterAll(() => rmSync(folder, { recursive: true }));
	const file = (name: string) => join(folder, name);
	const env = () => ({ POINTRELEASE_STATE: file('state') });
	return { file, env, fleet: (...words: string[]) => runHere(['fleet', ...words, ...day], env()) };
}
