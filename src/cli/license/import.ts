import { importLicenses } from '../../licenses/issuing/import.ts';
import { encodeKey } from '../../licenses/key.ts';
import { counted } from '../../text/counted.ts';
import { authorOptions } from '../author.ts';
import type { Command } from '../command.ts';
import { openTextFile } from '../text-file.ts';
import { beginLongWork } from './long-work.ts';
import { deliverNow } from './mailing.ts';
import { progressLine } from './progress.ts';
import { asAuthor } from './selection.ts';

export const importCommand: Command = {
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
		const { settings, words, options, json, print } = call;
		const open = await openTextFile(words[0]!);
		const mail = options.mail === true;
		const stop = beginLongWork();
		await asAuthor(call, async (registry) => {
			const progress = progressLine('importing');
			let opened = false;
			try {
				const { licenses, before } = await importLicenses(registry, open, {
					mail,
					again: options.again === true,
					stop,
					onStep(issued, taken, total) {
						progress.step(taken, total);
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
				else if (remark) process.stderr.write(`pointrelease: ${licenses} licenses are imported${remark}\n`);
				if (json && !opened) print('[]');
			} finally {
				progress.end();
				// What is printed is whole, and is stored, also where the import was not.
				if (opened) print(']');
			}
			if (mail) await deliverNow(registry, settings, Number.POSITIVE_INFINITY);
		});
	},
};
