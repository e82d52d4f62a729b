import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { eraseCopies } from '../../database/erase-copies.ts';
import { findPerson, forget } from '../../licenses/issuing/forget.ts';
import { statusOf } from '../../licenses/license.ts';
import { command } from '../command.ts';
import { asAuthor, changing, selectedName } from './selection.ts';

export const forgetCommand = command({
	...changing,
	name: 'license forget',
	summary: 'erase a person from licenses, orders and mail; counts stay',
	options: {
		revoke: { type: 'boolean', help: 'revoke the licenses too' },
		...changing.options,
	},
	details: `
With an email address, every license, order and mail file of that address is erased; with an ID or an order, that one
alone. A held order is closed without licenses. This cannot be undone. Keys keep working unless you add --revoke, but can
never be re-sent. The audit log keeps license IDs and order references; it has no addresses. Earlier states of the
database in the state folder, which a restore, a move or a migration left there, are deleted. Backups made before still
have the address: delete them, and forget the person again if you restore one. Mail servers, their log files and the
payment provider have the address too.`,
	async run(call) {
		await asAuthor(call, async (registry) => {
			const person = await findPerson(registry.database, selectedName(call));
			const { licenses } = person;
			const { revoke } = call.options;
			const { orders, files } = await forget(registry, call.settings, person, { revoke });
			const { erased, left: copies } = eraseCopies(call.settings.stateFolder);
			const ids = licenses.map(({ id }) => id);
			const working = revoke ? 0 : licenses.filter((license) => statusOf(license) === 'active').length;
			if (call.json)
				return call.print(
					JSON.stringify({
						forgotten: ids,
						orders,
						mail_files: files,
						working,
						erased_copies: erased,
						copies,
					}),
				);
			call.print(
				[
					`forgotten: ${counted(ids.length, 'license')} (${ids.join(', ') || 'none'}), ${counted(orders, 'order')}, ${counted(files, 'mail file')}`,
					...(working > 0
						? [
								`${counted(working, 'license')} still ${working === 1 ? 'works' : 'work'}: end them with --revoke or "license revoke"`,
							]
						: []),
					...(erased.length > 0
						? [`erased earlier states of the database in the state folder: ${erased.join(', ')}`]
						: []),
					...(copies.length > 0
						? [`delete these copies of the database, which still have the address: ${copies.join(', ')}`]
						: []),
					'backups made before now still have the address: delete them when they are no longer needed',
				].join('\n'),
			);
		});
	},
});
