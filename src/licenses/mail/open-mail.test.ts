import { describe, expect, test } from 'bun:test';
import { kinds, useStores } from '../../../test/stores.ts';
import { resendLicenses, revokeLicense } from '../issuing/changes.ts';
import { findById } from '../issuing/find.ts';
import { issueLicense } from '../issuing/issue.ts';
import { openRegistry } from '../registry.ts';
import { readOpenMail, settleMail } from './open-mail.ts';
import { hiddenKey, previewMail } from './preview-mail.ts';

const stores = useStores();

describe.each(kinds)('%s', (kind) => {
	test('mail that did not arrive is listed until it is sent again, its license ends or a person settles it', async () => {
		const settings = await stores.settings(kind);
		const registry = await openRegistry(settings);
		const { database } = registry;
		const ids: string[] = [];
		for (const name of ['a', 'b', 'c', 'd'])
			ids.push((await issueLicense(registry, { email: `${name}@example.com` })).id);
		const set = (id: string, values: string) =>
			database.rows(`UPDATE outbox SET ${values} WHERE subject_id = $1`, [id]);
		await set(ids[0]!, "given_up = 2, queued = 1, problem = '550 no such mailbox', place = 'mail:25'");
		await set(ids[1]!, 'handed_over = 2, unknown_since = 3, queued = 2');
		await set(ids[2]!, "sent = 4, queued = 3, place = '/var/outbox/c.eml'");
		await set(ids[3]!, "sent = 4, queued = 4, place = 'mail:25'");
		const open = async () =>
			(await readOpenMail(database, settings, 10)).map(({ about, email, status }) => [
				ids.indexOf(about),
				email,
				status.state,
			]);
		expect(await open()).toEqual([
			[2, 'c@example.com', 'written'],
			[1, 'b@example.com', 'unknown'],
			[0, 'a@example.com', 'given-up'],
		]);
		const [, doubt] = await readOpenMail(database, settings, 10);
		await settleMail(registry, doubt!.delivery.id);
		await expect(settleMail(registry, doubt!.delivery.id)).rejects.toThrow('no longer in doubt');
		await revokeLicense(registry, (await findById(database, ids[2]!))!);
		await resendLicenses(registry, [(await findById(database, ids[0]!))!]);
		expect(await open()).toEqual([[0, 'a@example.com', 'waiting']]);
		await registry.close();
	});
});

test('a preview of a mail has everything but the key', async () => {
	const settings = { ...(await stores.settings('sqlite')), publicUrl: 'https://macs.example.com' };
	const license = {
		id: 'AAAAAAAA',
		email: 'you@example.com',
		expires: null,
		replaces: null,
		overlapUntil: null,
	};
	const { to, subject, text } = previewMail(license, 'issued', settings);
	expect([to, subject]).toEqual(['you@example.com', 'Your pointrelease license key']);
	expect(text).toContain(`echo ${hiddenKey} | base64 --decode`);
	expect(text).not.toMatch(/WFhY|XXXX-XXXX-XXXX-XXXX-/);
	expect(text).toContain('https://macs.example.com/items/26');
});
