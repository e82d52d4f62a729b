import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { checkEmail, type License, mailboxOf } from '../license.ts';
import type { Registry } from '../registry.ts';

/** Licenses go to another address: mail that waits does so too. Orders that have no license yet keep what they were given. */
export async function changeEmail(
	{ database, actor }: Registry,
	licenses: readonly License[],
	given: string,
): Promise<License[]> {
	const email = checkEmail(given);
	return changeLicenses(database, async (queries, { change }) => {
		for (const { number } of licenses)
			await queries.rows('UPDATE licenses SET email = $1, mailbox = $2, change = $3 WHERE number = $4', [
				...[email, mailboxOf(email), change, number],
			]);
		const subjects = licenses.map(({ id, order }) => ({ what: 'change-email', license: id, order }) as const);
		await writeAudit(queries, actor, subjects);
		return licenses.map((license) => ({ ...license, email }));
	});
}
