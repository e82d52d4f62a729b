import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runHere } from './run-here.ts';

export const head = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
export const asOf = ['--as-of', '2026-11-10'];

const september = `${head}one,c02aaa,"Mac14,2",26.6.2,2026-09-20\ntwo,C02AAB,"Mac14,2",26.6.2,2026-09-21T05:00:00+10:00\nthree,,"Mac14,2",26.6.2,\n`;
const october = `${head}one,C02AAA,"Mac14,2",26.7.1,2026-10-05\nrenamed,C02AAB,"Mac14,2",26.6.2,2026-10-20\n`;

/** A folder with two exports of two Macs, and `h.db`, which remembers them. */
export async function rememberedFleet() {
	const folder = mkdtempSync(join(tmpdir(), 'fleet-history-'));
	const path = (name: string) => join(folder, name);
	const run = (...words: string[]) => runHere(['fleet', ...words], { POINTRELEASE_STATE: path('state') });
	writeFileSync(path('september.csv'), september);
	writeFileSync(path('october.csv'), october);
	const added = await run('remember', path('october.csv'), path('september.csv'), '--history', path('h.db'));
	return {
		path,
		run,
		json: async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout),
		added,
		remove: () => rmSync(folder, { recursive: true }),
	};
}
