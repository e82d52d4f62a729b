import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { allLicenses } from '../../licenses/issuing/find.ts';
import { importLicenses } from '../../licenses/issuing/import.ts';
import { encodeKey } from '../../licenses/key.ts';
import { exportedColumns, licenseJson } from '../../licenses/license-export.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { revealKeys } from '../../licenses/sealing/sealing-keys.ts';
import { authorOptions } from '../author.ts';
import { command } from '../command.ts';
import { tell } from '../terminal-text.ts';
import { openTextFile } from '../text-file.ts';
import { beginLongWork, progressLine } from './long-work.ts';
import { deliverNow } from './mailing.ts';
import { asAuthor } from './selection.ts';

export const importCommand = command({
	name: 'license import',
	summary: 'add licenses from a CSV file; if interrupted, run it again to continue',
	words: 'FILE',
	arity: [1, 1],
	options: {
		mail: { type: 'boolean', help: 'mail every imported key' },
		again: { type: 'boolean', help: 'import a file again that was imported before' },
		...authorOptions,
	},
	details: `
FILE is a UTF-8 CSV file with the columns email, key, expires and note, in this order or named in its first line;
- reads standard input. Only email is required. A line without a key gets a new one. With --json the licenses are
printed with their keys. The output of "license export --with-keys" can be imported as it is: the column revoked
holds yes, no, a day or moment, or nothing; order_ref the order.

A mistake in any line adds nothing. Licenses are then added a thousand at a time. If that is interrupted, run it
again with the same file: it continues and adds nothing twice.`,
	async run(call) {
		const { words, options, json, print } = call;
		const open = await openTextFile(words[0]!);
		const { mail, again } = options;
		const stop = beginLongWork();
		await asAuthor(call, async (registry, settings) => {
			const progress = progressLine('importing');
			let opened = false;
			try {
				const { licenses, before } = await importLicenses(registry, open, {
					mail,
					again,
					stop,
					onStep(issued, count, total) {
						progress.step(count, total);
						if (!json || issued.length === 0) return;
						const lines = issued.map(({ id, email, key }) =>
							JSON.stringify({ id, email, key, encoded: encodeKey(key) }),
						);
						print(`${opened ? ',' : '['}${lines.join(',\n')}`);
						opened = true;
					},
				});
				progress.end();
				const remark = before > 0 ? `, ${before} of this file were imported before` : '';
				if (!json) print(`imported ${counted(licenses - before, 'license')}${remark}`);
				else if (remark) tell(`pointrelease: ${counted(licenses, 'license')} imported${remark}`);
				if (json && !opened) print('[]');
			} finally {
				progress.end();
				// The JSON is closed even after a failure: every license in it is stored.
				if (opened) print(']');
			}
			if (mail) await deliverNow(registry, settings, Number.POSITIVE_INFINITY);
		});
	},
});

export const exportCommand = command({
	name: 'license export',
	summary: 'print all licenses as CSV, without their keys',
	options: {
		'with-keys': { type: 'boolean', help: 'decrypt the keys and print them too: keep the output safe' },
	},
	details: 'Keys that cannot be decrypted stay empty; the command then reports how many and fails.',
	async run({ settings, options, json, print }) {
		const withKeys = options['with-keys'];
		await withRegistry(settings, async (registry) => {
			let first = true;
			let missing = 0;
			if (!json) print(csvLine(withKeys ? [...exportedColumns, 'key', 'encoded'] : exportedColumns));
			for await (const page of allLicenses(registry.database)) {
				const keys = withKeys ? await revealKeys(registry, page) : null;
				const rows = page.map((license) => {
					const key = keys?.get(license.number) ?? null;
					if (keys && key === null) missing++;
					const secret = keys ? { key, encoded: key === null ? null : encodeKey(key) } : {};
					return { ...licenseJson(license), ...secret };
				});
				const lines = json
					? rows.map((row) => JSON.stringify(row)).join(',\n')
					: rows.map((row) => csvLine(Object.values(row))).join('\n');
				print(json ? `${first ? '[' : ','}${lines}` : lines);
				first = false;
			}
			if (json) print(first ? '[]' : ']');
			if (missing > 0) {
				tell(
					`pointrelease: ${counted(missing, 'key is', 'keys are')} encrypted with a secret that is not set here`,
				);
				process.exitCode = 1;
			}
		});
	},
});
