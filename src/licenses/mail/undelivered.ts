import type { Queries } from '../../database/database.ts';
import { isMailFile } from '../../delivery/mail-folder.ts';
import { findById } from '../issuing/find.ts';
import { forgottenEmail, type License, statusOf } from '../license.ts';

interface LastMail {
	subject: string;
	place: string | null;
	givenUp: number | null;
}

interface Undelivered {
	/** Licenses whose mail was written to a file, because there was no mail server. */
	readonly inFiles: readonly License[];
	/** Licenses whose mail was refused until it was given up. */
	readonly givenUp: readonly License[];
}

/** The latest mail with the key of a license. */
const lastOfLicense = `subject_kind = 'license' AND NOT EXISTS (
	SELECT 1 FROM outbox AS later WHERE later.subject_kind = 'license'
		AND later.subject_id = outbox.subject_id AND later.queued > outbox.queued)`;

/**
 * The active licenses whose latest mail with the key is not known to have reached a mail server: it waits, failed, was
 * given up, is a file, or its state is unknown.
 */
export async function notDelivered(queries: Queries): Promise<License[]> {
	const rows = await queries.rows<LastMail & { sent: number | null }>(
		`SELECT subject_id AS subject, place, sent, given_up AS "givenUp" FROM outbox
			WHERE (sent IS NULL OR place IS NOT NULL) AND ${lastOfLicense}`,
	);
	const late = rows.filter(({ place, sent }) => sent === null || (place !== null && isMailFile(place)));
	return licensesOf(queries, late);
}

/** The active licenses whose latest mail certainly did not reach a mail server. */
export async function findUndelivered(queries: Queries): Promise<Undelivered> {
	const rows = await queries.rows<LastMail>(
		`SELECT subject_id AS subject, place, given_up AS "givenUp" FROM outbox
			WHERE (given_up IS NOT NULL OR (sent IS NOT NULL AND place IS NOT NULL)) AND ${lastOfLicense}`,
	);
	const inFiles = rows.filter(
		({ place, givenUp }) => givenUp === null && place !== null && isMailFile(place),
	);
	const givenUp = rows.filter((row) => row.givenUp !== null);
	return { inFiles: await licensesOf(queries, inFiles), givenUp: await licensesOf(queries, givenUp) };
}

async function licensesOf(queries: Queries, mails: readonly LastMail[]): Promise<License[]> {
	const licenses: License[] = [];
	for (const id of new Set(mails.map(({ subject }) => subject))) {
		const license = await findById(queries, id);
		if (license && statusOf(license) === 'active' && license.email !== forgottenEmail) licenses.push(license);
	}
	return licenses.toSorted((a, b) => a.number - b.number);
}
