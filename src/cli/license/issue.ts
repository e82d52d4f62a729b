import { visible } from '@pointrelease/core/src/text/visible.ts';
import { findById } from '../../licenses/issuing/find.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { readIssueRequest } from '../../licenses/issuing/issue-request.ts';
import { mailStatus } from '../../licenses/mail/mail-status.ts';
import { Failure } from '../../process/failure.ts';
import { authorOptions } from '../author.ts';
import { command } from '../command.ts';
import { tell } from '../terminal-text.ts';
import { deliverNow } from './mailing.ts';
import { asAuthor } from './selection.ts';
import { card } from './show.ts';
import { untilAdmitted } from './until-admitted.ts';

export const issueCommand = command({
	name: 'license issue',
	summary: 'issue a license key to an email address, and mail it',
	options: {
		email: { type: 'string', value: 'ADDRESS', help: "the customer's address" },
		expires: { type: 'string', value: 'YYYY-MM-DD', help: 'the last day on which the key works (UTC)' },
		order: {
			type: 'string',
			value: 'REF',
			help: 'your order number; if it already has a key, that key is shown',
		},
		customer: { type: 'string', value: 'NAME', help: 'with --order: your number or name of the customer' },
		note: { type: 'string', help: 'a note for yourself' },
		'no-mail': { type: 'boolean', help: 'do not mail the key' },
		...authorOptions,
	},
	async run(call) {
		const { options, json, print } = call;
		const { email, expires, note, order, customer } = options;
		const mail = !options['no-mail'];
		if (email === undefined) throw new Failure('bad-arguments', 'no address: add --email ADDRESS');
		if (customer !== undefined && order === undefined)
			throw new Failure('bad-arguments', '--customer belongs to an order: add --order REF');
		await asAuthor(call, async (registry, settings) => {
			const issued = await issueLicense(
				registry,
				readIssueRequest({ email, expires, note, order, customer, mail }),
			);
			const committed = performance.now();
			// Print after the commit, so that every printed key works.
			print(
				json
					? JSON.stringify(issued)
					: card([
							['license', issued.id],
							['email', issued.email],
							['key', issued.key],
							['base64', issued.encoded],
							['expires', issued.expires ?? null],
							['order', issued.order ? visible(issued.order) : null],
							['', issued.known ? 'this order had its license already: nothing was issued' : null],
						]),
			);
			if (issued.known) return;
			if (!mail) return untilAdmitted(settings, committed);
			await deliverNow(registry, settings);
			const license = await findById(registry.database, issued.id);
			const status = license && (await mailStatus(registry, settings, license));
			const words = status?.words ?? 'not sent: the license was revoked meanwhile';
			if (!json) print(card([['mail   ', words]]));
			else if (status?.state !== 'sent' && status?.state !== 'written') tell(`pointrelease: mail ${words}`);
			await untilAdmitted(settings, committed);
		});
	},
});
