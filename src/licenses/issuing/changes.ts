import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { writeAudit } from '../audit.ts';
import { encodeKey } from '../key.ts';
import { changeLicenses } from '../ledger.ts';
import { checkEmail, forgottenEmail, type License, mailboxOf, statusOf } from '../license.ts';
import { dropWaitingMail, queueMail, queueNotice } from '../mail/license-mail.ts';
import { movedFrom, movedTo } from '../mail/mail.ts';
import type { Registry } from '../registry.ts';
import { carriedOf } from './carried.ts';
import { findById } from './find.ts';
import { addLicenses, type IssuedLicense } from './issue.ts';

interface Rotated extends IssuedLicense {
	/** The last day of the old key, or null if it ended at once. */
	readonly overlapUntil: string | null;
}

/** How many days the old key of a rotation works unless somebody says otherwise, and at most. */
export const usualOverlapDays = 14;
export const mostOverlapDays = 365;

/**
 * Replaces a key that is deployed on Macs. Deploying by MDM takes days, so both keys work meanwhile. The new key belongs
 * to a new license with all properties of the old one.
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
		await queries.rows(
			`UPDATE licenses SET (granted, granted_until) = (
				SELECT granted, granted_until FROM licenses AS old WHERE old.id = $1) WHERE id = $2`,
			[id, issued!.id],
		);
		if (overlapUntil === null) {
			const text = 'UPDATE licenses SET revoked = $1, change = $2 WHERE number = $3';
			await queries.rows(text, [new Date(now).toISOString(), ledger.change, number]);
			await dropWaitingMail(queries, id);
		} else {
			const text = 'UPDATE licenses SET expires = $1, change = $2 WHERE number = $3';
			await queries.rows(text, [overlapUntil, ledger.change, number]);
		}
		if (mail) await queueMail(queries, [issued!], 'issued', now);
		const detail = overlapUntil === null ? 'the old key ended' : `the old key works until ${overlapUntil}`;
		await writeAudit(queries, actor, [
			{ what: 'rotate', license: id, order, detail: `replaced by ${issued!.id}, ${detail}` },
			{ what: 'issue', license: issued!.id, order, detail: `replaces ${id}` },
		]);
		const { key } = issued!;
		return { id: issued!.id, email, key, encoded: encodeKey(key), overlapUntil };
	});
}

/** The ID of the license that replaced this one, or null. */
async function replacementOf(queries: Queries, id: string): Promise<string | null> {
	const [next] = await queries.rows<{ id: string }>('SELECT id FROM licenses WHERE replaces = $1', [id]);
	return next?.id ?? null;
}

/** Gives a license another last day, or none. An expired key works again. */
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
		// Later payments extend the license from this day.
		await queries.rows(
			'UPDATE licenses SET expires = $1, granted = $2, granted_until = $1, change = $3 WHERE number = $4',
			[expires, new Date().toISOString(), change, number],
		);
		const detail = expires === null ? 'no end' : `until ${expires}`;
		await writeAudit(queries, actor, [{ what: 'renew', license: id, order, detail }]);
		return { ...license, expires };
	});
}

/** Ends a license on every node. Drops its waiting mail, whose key would not work. */
export async function revokeLicense(registry: Registry, license: License): Promise<License> {
	const revoked = new Date().toISOString();
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = $1, revoked_by = NULL, change = $2 WHERE number = $3';
		await queries.rows(text, [revoked, change, license.number]);
		await dropWaitingMail(queries, license.id);
		await writeAudit(queries, registry.actor, [
			{ what: 'revoke', license: license.id, order: license.order },
		]);
	});
	return { ...license, revoked };
}

/** Undoes a revocation: the same key works again. */
export async function restoreLicense(registry: Registry, license: License): Promise<License> {
	await changeLicenses(registry.database, async (queries, { change }) => {
		const text = 'UPDATE licenses SET revoked = NULL, revoked_by = NULL, change = $1 WHERE number = $2';
		await queries.rows(text, [change, license.number]);
		await writeAudit(queries, registry.actor, [
			{ what: 'restore', license: license.id, order: license.order },
		]);
	});
	return { ...license, revoked: null };
}

/** Sends the keys of licenses again to their addresses. Returns the licenses whose keys are sent. */
export async function resendLicenses(registry: Registry, licenses: readonly License[]): Promise<License[]> {
	const active = licenses.filter((license) => statusOf(license) === 'active');
	if (active.length === 0)
		throw new Failure('not-active', `${licenses[0]!.email} has no active license: nothing to send`);
	if (active.every(({ email }) => email === forgottenEmail))
		throw new Failure(
			'forgotten',
			`the person of ${active[0]!.id} was forgotten: there is no address to send to`,
		);
	const lost = active.filter(({ sealKey }) => registry.sealingKeys.find(sealKey) === null);
	if (lost.length > 0)
		throw new Failure(
			'sealing-key-lost',
			`the key of ${lost[0]!.id} is encrypted with a secret that is not set here (${lost[0]!.sealKey}): it keeps ` +
				'working but cannot be sent again: issue a new license and revoke this one',
		);
	const now = await registry.database.now();
	await changeLicenses(registry.database, async (queries) => {
		await queueMail(queries, active, 'resent', now);
		const subjects = active.map(({ id, order }) => ({ what: 'resend', license: id, order }) as const);
		await writeAudit(queries, registry.actor, subjects);
	});
	return active;
}

/**
 * Gives licenses another address, to which waiting mail goes, too; a mail to it and one to the address before say so.
 * Orders without licenses keep their address.
 */
export async function changeEmail(
	{ database, actor }: Registry,
	licenses: readonly License[],
	newEmail: string,
): Promise<License[]> {
	const email = checkEmail(newEmail);
	const now = await database.now();
	return changeLicenses(database, async (queries, { change }) => {
		for (const { number } of licenses)
			await queries.rows('UPDATE licenses SET email = $1, mailbox = $2, change = $3 WHERE number = $4', [
				email,
				mailboxOf(email),
				change,
				number,
			]);
		// To both, because who can change an address could have the key sent there. The ending license is told nothing.
		for (const license of licenses.filter((each) => mailboxOf(each.email) !== mailboxOf(email))) {
			if (statusOf(license) !== 'active' || license.email === forgottenEmail) continue;
			await queueNotice(queries, [license], movedFrom, now, license.email);
			await queueNotice(queries, [license], movedTo, now);
		}
		const subjects = licenses.map(({ id, order }) => ({ what: 'change-email', license: id, order }) as const);
		await writeAudit(queries, actor, subjects);
		return licenses.map((license) => ({ ...license, email }));
	});
}

/** Turns the reminders of licenses on or off. */
export async function setReminders(
	{ database, actor }: Registry,
	licenses: readonly License[],
	isOn: boolean,
): Promise<void> {
	await changeLicenses(database, async (queries) => {
		for (const { number } of licenses)
			await queries.rows('UPDATE licenses SET reminders = $1 WHERE number = $2', [
				isOn ? null : 'off',
				number,
			]);
		const detail = `reminders ${isOn ? 'on' : 'off'}`;
		const subjects = licenses.map(
			({ id, order }) => ({ what: 'remind', license: id, order, detail }) as const,
		);
		await writeAudit(queries, actor, subjects);
	});
}
