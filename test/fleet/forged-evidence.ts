import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { noPolicy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { checkEvidence, type EvidenceCheck } from '../../src/history/check-evidence.ts';
import { EvidenceFolder } from '../../src/history/check-folder.ts';
import { makeEvidence, writeEvidence } from '../../src/history/evidence.ts';
import { digestOf } from '../../src/history/evidence-folder.ts';
import { openHistory } from '../../src/history/open-history.ts';
import { choosePseudonyms } from '../../src/history/pseudonyms.ts';
import { shipped } from '../shipped-data.ts';
import { rememberRows } from './remember-rows.ts';

const asOf = '2026-11-10';
const now = new Date(`${asOf}T12:00:00Z`);
const mac = (serial: string, name: string, version: string, day: string) => ({
	'Computer Name': name,
	'Serial Number': serial,
	'Model Identifier': 'Mac14,2',
	'Operating System Version': version,
	'Last Check-in': day,
});
const exports = [
	{
		name: 'september',
		rows: [mac('C02AAA', 'one', '26.6.2', '2026-09-20'), mac('C02AAB', 'two', '26.6.2', '2026-09-21')],
	},
	{
		name: 'october',
		rows: [mac('C02AAA', 'one', '26.7.1', '2026-10-05'), mac('C02AAB', 'two', '26.6.2', '2026-10-20')],
	},
];
const question = {
	catalog: shipped,
	policy: noPolicy(asOf),
	framework: frameworks.get('cyber-essentials-3.3')!,
	unranked: null,
	within: 14,
	staleDays: 30,
	pseudonymous: false,
	exceptions: new Map(),
};

/** Changes the files of a copy of the folder; `file` gives the path of each. */
export type ChangeFiles = (file: (name: string) => string) => void;

/** A folder of evidence on two Macs, `made`, and a copy of it to change, `forged`. */
export interface ForgedEvidence {
	path(name: string): string;
	/** Copies the folder with changes and a matching manifest, as anybody without a key can. */
	forge(change: ChangeFiles): void;
	check(): EvidenceCheck;
	remove(): void;
}

export async function forgedEvidence(): Promise<ForgedEvidence> {
	const folder = mkdtempSync(join(tmpdir(), 'forged-evidence-'));
	const path = (name: string) => join(folder, name);
	const history = openHistory(path('h.db'), true);
	const pseudonyms = choosePseudonyms(history, false);
	for (const rows of exports) await rememberRows(history, rows, { catalog: shipped, now, pseudonyms });
	writeEvidence(path('made'), makeEvidence(history, question), { key: null, now, by: 'Kim' });
	history.close();
	return {
		path,
		forge(change) {
			rmSync(path('forged'), { recursive: true, force: true });
			cpSync(path('made'), path('forged'), { recursive: true });
			change((name) => path(`forged/${name}`));
			const manifest = JSON.parse(readFileSync(path('forged/manifest.json'), 'utf8'));
			for (const file of manifest.files) {
				const bytes = readFileSync(path(`forged/${file.name}`));
				file.bytes = bytes.length;
				file.sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex');
			}
			manifest.digest = digestOf(manifest.files);
			writeFileSync(path('forged/manifest.json'), `${JSON.stringify(manifest, null, '\t')}\n`);
		},
		check: () => checkEvidence(new EvidenceFolder(path('forged')), shipped),
		remove: () => rmSync(folder, { recursive: true }),
	};
}

/** Replaces a part of a file, which must be there. */
export function edit(file: string, from: string | RegExp, to: string): void {
	const text = readFileSync(file, 'utf8');
	if (text.replace(from, to) === text) throw new Error(`${file} has no ${from}`);
	writeFileSync(file, text.replace(from, to));
}
