import { Failure } from '../../process/failure.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import type { License } from '../license.ts';
import type { Registry } from '../registry.ts';
import { findById } from './find.ts';
import { replacementOf } from './rotate.ts';

/** The same key works until another day, or for ever; one that had expired works again. */
export async function renewLicense(
	{ database, actor }: Registry,
	license: License,
	expires: string | null,
): Promise<License> {
	const { id, number, order } = license;
	return changeLicenses(database, async (queries, { change }) => {
		if ((await findById(queries, id))!.revoked !== null)
			throw new Failure('license-ended', `${id} is revoked: undo that first with "license restore ${id}"`);
		const next = await replacementOf(queries, id);
		if (next !== null)
			throw new Failure(
				'license-replaced',
				`the key of ${id} was replaced by that of ${next}: renew ${next}`,
			);
		await queries.rows('UPDATE licenses SET expires = $1, change = $2 WHERE number = $3', [
			...[expires, change, number],
		]);
		const detail = expires === null ? 'no end' : `until ${expires}`;
		await writeAudit(queries, actor, [{ what: 'renew', license: id, order, detail }]);
		return { ...license, expires };
	});
}
