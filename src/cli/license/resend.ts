import { resendLicenses } from '../../licenses/issuing/resend.ts';
import type { Command } from '../command.ts';
import { deliverNow, mailStatus } from './mailing.ts';
import { asAuthor, changing, selectedLicenses } from './selection.ts';

export const resendCommand: Command = {
	...changing,
	name: 'license resend',
	summary: 'mail a key again to the address it was issued to',
	details: 'With an email address, every active license of that address is sent in its own mail.',
	async run(call) {
		await asAuthor(call, async (registry) => {
			const sent = await resendLicenses(registry, await selectedLicenses(registry, call));
			await deliverNow(registry, call.settings);
			const rows = [];
			for (const license of sent)
				rows.push({
					id: license.id,
					email: license.email,
					mail: (await mailStatus(registry, call.settings, license))?.words ?? null,
				});
			if (call.json) return call.print(JSON.stringify(rows));
			for (const { id, email, mail } of rows) call.print(`${id}  ${email}  ${mail}`);
		});
	},
};
