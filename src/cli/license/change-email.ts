import { changeEmail } from '../../licenses/issuing/change-email.ts';
import { licenseJson } from '../../licenses/license-export.ts';
import { Failure } from '../../process/failure.ts';
import type { Command } from '../command.ts';
import { asAuthor, changing, selectedLicenses } from './selection.ts';

export const changeEmailCommand: Command = {
	...changing,
	name: 'license change-email',
	summary: 'change the email address of a license: keys are mailed and re-sent there from now on',
	options: {
		to: { type: 'string', value: 'ADDRESS', help: 'the new address' },
		...changing.options,
	},
	details: `
With an email address or an order, all of its licenses change. Make sure that the new address belongs to the customer:
anyone who reads mail there can have the key re-sent.`,
	async run(call) {
		const { to } = call.options;
		if (typeof to !== 'string') throw new Failure('bad-arguments', 'no new address: add --to ADDRESS');
		await asAuthor(call, async (registry) => {
			const changed = await changeEmail(registry, await selectedLicenses(registry, call), to);
			if (call.json) return call.print(JSON.stringify(changed.map(licenseJson)));
			for (const { id, email } of changed) call.print(`${id}  ${email}`);
		});
	},
};
