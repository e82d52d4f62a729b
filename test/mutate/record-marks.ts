import { afterAll } from 'bun:test';
import { writeFileSync } from 'node:fs';

/** Loaded before a test file of marked programs: writes which mutants are at places that ran, by file. */
const reached: Record<string, Record<number, true>> = {};
Object.assign(globalThis, {
	markMutant: (file: string, number: number) => {
		reached[file] ??= {};
		reached[file][number] = true;
	},
});
afterAll(() => {
	const numbers = Object.entries(reached).map(([file, marks]) => [file, Object.keys(marks).map(Number)]);
	writeFileSync(process.env.REACHED_MUTANTS!, JSON.stringify(Object.fromEntries(numbers)));
});
