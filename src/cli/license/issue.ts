import { findById } from '../../licenses/issuing/find.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { checkExpires } from '../../licenses/license.ts';
import { withRegistry } from '../../licenses/registry.ts';
import { Failure } from '../../process/failure.ts';
import { dayAt, parseDay } from '../../text/day.ts';
import type { Command } from '../command.ts';
import { card } from './display.ts';
import { deliverNow, mailStatus } from './mailing.ts';

export const issueCommand: Command = {
	name: 'license issue',
	summary: 'issue a license key to an email address, and mail it',
	options: {
		email: { type: 'string', value: 'ADDRESS', help: "the customer's address" },
		expires: { type: 'string', value: 'YYYY-MM-DD', help: 'the last day on which the key works (UTC)' },
		note: { type: 'string', help: 'a note for yourself, such as an order number' },
		'no-mail': { type: 'boolean', help: 'do not mail the key' },
	},
	async run({ settings, options, json, print }) {
		const { email, expires, note } = options;
		const mail = options['no-mail'] !== true;
		if (typeof email !== 'string') throw new Failure('bad-arguments', 'no address: add --email ADDRESS');
		if (typeof expires === 'string' && parseDay(checkExpires(expires))! < dayAt(Date.now()))
			throw new Failure('bad-date', `${expires} is in the past`);
		await withRegistry(settings, async (registry) => {
			const issued = await issueLicense(registry, {
				email,
				expires: typeof expires === 'string' ? expires : null,
				...(typeof note === 'string' && { note }),
				mail,
			});
			// Only now, after the commit: a key that was printed works whatever happens next.
			print(
				json
					? JSON.stringify(issued)
					: card([
							['license', issued.id],
							['e-mail', issued.email],
							['key', issued.key],
							['base64', issued.encoded],
							['expires', typeof expires === 'string' ? expires : null],
						]),
			);
			if (!mail) return;
			await deliverNow(registry, settings);
			const license = await findById(registry.database, issued.id);
			const status = license && (await mailStatus(registry, settings, license));
			if (!json) print(card([['mail   ', status?.words ?? null]]));
			else if (!status?.sent) process.stderr.write(`pointrelease: mail ${status?.words}\n`);
		});
	},
};
