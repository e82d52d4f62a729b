import { rotateKey } from '../../licenses/issuing/rotate.ts';
import { Failure } from '../../process/failure.ts';
import { readWholeNumber } from '../../text/whole-number.ts';
import type { Command } from '../command.ts';
import { card } from './display.ts';
import { deliverNow } from './mailing.ts';
import { asAuthor, changing, selectedLicense } from './selection.ts';

const usualOverlap = '14d';

export const rotateCommand: Command = {
	...changing,
	name: 'license rotate',
	summary: 'replace a key, and mail the new one; both work for the time it takes to deploy it',
	options: {
		overlap: {
			type: 'string',
			value: 'DAYS',
			help: `how long the old key keeps working, such as 14d; 0d ends it at once (default: ${usualOverlap})`,
		},
		'no-mail': { type: 'boolean', help: 'do not mail the new key' },
		...changing.options,
	},
	details: `
The new key is a license of its own, with the address, the last day, the note and the order of the old one. The old
license gets the last day of the overlap.`,
	async run(call) {
		const { settings, options, json, print } = call;
		const overlapDays = daysOf(options.overlap ?? usualOverlap);
		const mail = options['no-mail'] !== true;
		await asAuthor(call, async (registry) => {
			const old = await selectedLicense(registry, call);
			const { overlapUntil, ...issued } = await rotateKey(registry, old, { overlapDays, mail });
			print(
				json
					? JSON.stringify({ ...issued, replaces: old.id, overlap_until: overlapUntil })
					: card([
							['license', issued.id],
							['email', issued.email],
							['key', issued.key],
							['base64', issued.encoded],
							['replaces', old.id],
							['old key', overlapUntil === null ? 'ended' : `works until ${overlapUntil}`],
						]),
			);
			if (mail) await deliverNow(registry, settings);
		});
	},
};

function daysOf(text: string | boolean): number {
	const [, digits = ''] = /^(\d+)d?$/.exec(String(text)) ?? [];
	const days = readWholeNumber(digits, 0, 365);
	if (days !== null) return days;
	throw new Failure('bad-arguments', '--overlap is a number of days from 0d to 365d');
}
