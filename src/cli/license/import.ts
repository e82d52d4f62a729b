import { importDrafts, readDrafts } from '../../licenses/issuing/import.ts';
import { encodeKey } from '../../licenses/key.ts';
import { withRegistry } from '../../licenses/registry.ts';
import type { Command } from '../command.ts';
import { readTextFile } from '../text-file.ts';
import { deliverNow } from './mailing.ts';
import { progressLine } from './progress.ts';

export const importCommand: Command = {
	name: 'license import',
	summary: 'add licenses from a CSV file, all or none',
	words: 'FILE',
	arity: [1, 1],
	options: {
		mail: { type: 'boolean', help: 'mail every imported key to its purchaser' },
	},
	details: `
FILE has the columns email, key, expires and note, in this order or named in its first line; - reads
standard input. Only email is needed: where a line has no key, a new one is made. With --json the licenses
are printed with their keys. An export --with-keys can be imported as it is, revocations included: the column
revoked holds yes, no, a day or moment, or nothing. The file is in UTF-8.`,
	async run({ settings, words, options, json, print }) {
		const drafts = readDrafts(await readTextFile(words[0]!));
		const mail = options.mail === true;
		await withRegistry(settings, async (registry) => {
			const progress = progressLine('importing', drafts.length);
			const issued = await importDrafts(registry, drafts, { mail, progress: progress.step }).finally(
				progress.end,
			);
			const shown = issued.map(({ id, email, key }) => ({ id, email, key, encoded: encodeKey(key) }));
			print(json ? JSON.stringify(shown) : `imported ${issued.length} licenses`);
			if (mail) await deliverNow(registry, settings, Number.POSITIVE_INFINITY);
		});
	},
};
