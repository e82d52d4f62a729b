import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { addDays, dayTextAt } from '../../text/day.ts';
import { writeAudit } from '../audit.ts';
import { encodeKey } from '../key.ts';
import { changeLicenses } from '../ledger.ts';
import { type License, statusOf } from '../license.ts';
import { dropWaitingMail, queueMail } from '../mail/outbox.ts';
import type { Registry } from '../registry.ts';
import { carriedOf } from './carried.ts';
import { findById } from './find.ts';
import { forgottenEmail } from './forget.ts';
import { addLicenses, type IssuedLicense } from './issue.ts';

export interface Rotated extends IssuedLicense {
	/** The last day of the key before, or null where it ended at once. */
	readonly overlapUntil: string | null;
}

/**
 * Another key in place of one that Macs have. Keys are deployed by MDM, which takes days: so both work meanwhile. The new
 * key is a license of its own, with everything that the old one has; nodes of older releases honour both as well.
 */
export async function rotateKey(
	{ database, sealingKeys, actor }: Registry,
	license: License,
	{ overlapDays, mail = true }: { overlapDays: number; mail?: boolean },
): Promise<Rotated> {
	const { id, number } = license;
	const now = await database.now();
	const planned = addDays(dayTextAt(now), overlapDays);
	return changeLicenses(database, async (queries, ledger) => {
		const present = (await findById(queries, id))!;
		const { email, expires, order } = present;
		if (statusOf(present) !== 'active')
			throw new Failure('license-ended', `${id} is ${statusOf(present)}: its key cannot be replaced`);
		if (mail && email === forgottenEmail)
			throw new Failure('forgotten', `${id} was forgotten and has no address: give --no-mail`);
		const overlapUntil = overlapDays === 0 ? null : expires !== null && expires < planned ? expires : planned;
		const next = await replacementOf(queries, id);
		if (next !== null)
			throw new Failure('license-replaced', `the key of ${id} was replaced by that of ${next} already`);
		const draft = { ...carriedOf(present), replaces: id };
		const [issued] = await addLicenses(queries, ledger, sealingKeys, [draft]);
		if (overlapUntil === null) {
			const text = 'UPDATE licenses SET revoked = $1, change = $2 WHERE number = $3';
			await queries.rows(text, [new Date(now).toISOString(), ledger.change, number]);
			await dropWaitingMail(queries, number);
		} else {
			const text = 'UPDATE licenses SET expires = $1, change = $2 WHERE number = $3';
			await queries.rows(text, [overlapUntil, ledger.change, number]);
		}
		if (mail) await queueMail(queries, [issued!.number], 'issued', now);
		const detail = overlapUntil === null ? 'the old key ended' : `the old key works until ${overlapUntil}`;
		await writeAudit(queries, actor, [
			{ what: 'rotate', license: id, order, detail: `replaced by ${issued!.id}, ${detail}` },
			{ what: 'issue', license: issued!.id, order, detail: `replaces ${id}` },
		]);
		const { key } = issued!;
		return { id: issued!.id, email, key, encoded: encodeKey(key), overlapUntil };
	});
}

/** The id of the license whose key took the place of this one's, or null. */
export async function replacementOf(queries: Queries, id: string): Promise<string | null> {
	const [next] = await queries.rows<{ id: string }>('SELECT id FROM licenses WHERE replaces = $1', [id]);
	return next?.id ?? null;
}
