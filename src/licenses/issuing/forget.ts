import { addressesIn } from '@pointrelease/core/src/text/email-address.ts';
import type { Database, Queries } from '../../database/database.ts';
import { findMailFiles, removeMailFiles } from '../../delivery/mail-folder.ts';
import { eraseAddresses, eraseProblems } from '../../delivery/outbox.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { type AuditSubject, writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { forgottenEmail, type License, mailboxOf, readId } from '../license.ts';
import { dropWaitingMail, licenseSubject, noticeSubject } from '../mail/license-mail.ts';
import { eraseOrders, findOrder, type Order } from '../orders/order.ts';
import type { Registry } from '../registry.ts';
import { carriedColumns } from './carried.ts';
import { findByEmail, findLicenses } from './find.ts';

interface Forgotten {
	readonly licenses: readonly License[];
	/** How many orders named the person. */
	readonly orders: number;
	/** How many files of mail were removed. */
	readonly files: number;
}

/** The customer to erase. */
interface Person {
	readonly licenses: readonly License[];
	readonly email: string | null;
	/** Orders of the person, with or without licenses. */
	readonly orders?: readonly Order[];
}

/** The customer with this address, license ID or order. The order need not have licenses. */
export async function findPerson(queries: Queries, name: string): Promise<Person> {
	if (name.includes('@')) {
		const email = addressesIn(name)[0] ?? name;
		return { licenses: await findByEmail(queries, email), email };
	}
	try {
		return { licenses: await findLicenses(queries, name), email: null };
	} catch (thrown) {
		const order = await findOrder(queries, name);
		if (order) return { licenses: [], email: null, orders: [order] };
		throw thrown;
	}
}

/**
 * Erases a person from licenses, orders, waiting mail, records of sent mail, and mail files. Counts stay: licenses,
 * requests, orders, mails. Keys keep working unless `revoke` is set.
 */
export async function forget(
	{ database, actor }: Registry,
	settings: Settings,
	{ licenses, email, orders = [] }: Person,
	{ revoke }: { revoke: boolean },
): Promise<Forgotten> {
	const addresses = [
		...licenses.map((license) => license.email),
		...orders.flatMap((order) => addressesIn(order.email ?? '')),
		...(email === null ? [] : [email]),
	];
	const mailable = addresses.filter((address) => address !== forgottenEmail);
	const mailboxes = new Set(mailable.map(mailboxOf));
	const isTheirs = (address: string) => mailboxes.has(mailboxOf(address));
	// If a license or an order was named, erase only that: another order of the address may be paid and wait for its key.
	const isNamed = email === null ? () => false : isTheirs;
	const ids = new Set(licenses.map(({ id }) => id));
	const files = findMailFiles(settings, ids, isNamed);
	const erased = await overwriting(database, () =>
		changeLicenses(database, async (queries, { change }) => {
			for (const license of licenses) await eraseLicense(queries, license, change, revoke);
			const refs = new Set([
				...licenses.flatMap(({ order }) => order ?? []),
				...orders.map(({ ref }) => ref),
			]);
			const erasedOrders = await eraseOrders(queries, refs, isNamed);
			const mailed = files.map(({ subject }) => subject).filter((id) => readId(id) === id);
			await eraseRequests(queries, isTheirs);
			await eraseAddresses(queries, isNamed);
			const detail = revoke ? { detail: 'revoked' } : {};
			const ofLicenses = new Set(licenses.map(({ order }) => order));
			const subjects: AuditSubject[] = [
				...licenses.map(({ id, order }) => ({ what: 'forget', license: id, order, ...detail }) as const),
				...erasedOrders
					.filter((ref) => !ofLicenses.has(ref))
					.map((order) => ({ what: 'forget', order }) as const),
				// These licenses have another address by now, which stays.
				...[...new Set(mailed)]
					.filter((id) => !ids.has(id))
					.map((license) => ({ what: 'forget', license, detail: 'an earlier address in its mail' }) as const),
			];
			await writeAudit(queries, actor, subjects);
			return { orders: erasedOrders.length, subjects: subjects.length };
		}),
	);
	if (erased.subjects === 0)
		throw new Failure('no-such-license', 'there is neither a license nor an order nor a mail of this person');
	removeMailFiles(files);
	return { licenses, orders: erased.orders, files: files.length };
}

/** Clears the text columns of a license, because notes may name a person. */
const noTexts = carriedColumns
	.filter(({ carried }) => carried === 'text')
	.map(({ name }) => `${name} = NULL`)
	.join(', ');

async function eraseLicense(
	queries: Queries,
	license: License,
	change: number,
	revoke: boolean,
): Promise<void> {
	const { number, id } = license;
	await queries.rows(
		`UPDATE licenses SET email = $1, mailbox = $1, ${noTexts}, change = $2 WHERE number = $3`,
		[forgottenEmail, change, number],
	);
	// Even if a provider has revoked it: otherwise a returned payment would restore it.
	if (revoke)
		await queries.rows(
			'UPDATE licenses SET revoked = COALESCE(revoked, $1), revoked_by = NULL WHERE number = $2',
			[new Date().toISOString(), number],
		);
	await dropWaitingMail(queries, id);
	// Error messages of mail servers may repeat the address.
	await eraseProblems(queries, licenseSubject(license));
	await eraseProblems(queries, noticeSubject(license));
}

/** Erases requests for lost keys of the address, which may wait because no node runs. */
async function eraseRequests(queries: Queries, isTheirs: (email: string) => boolean): Promise<void> {
	const requests = await queries.rows<{ id: string; email: string }>(
		'SELECT id, email FROM lost_key_requests',
	);
	for (const { id } of requests.filter(({ email }) => isTheirs(email)))
		await queries.rows('DELETE FROM lost_key_requests WHERE id = $1', [id]);
}

/** Makes SQLite overwrite erased data, which otherwise stays in file and journal until the space is used again. */
async function overwriting<T>(database: Database, work: () => Promise<T>): Promise<T> {
	if (database.kind === 'postgres') return work();
	await database.rows('PRAGMA secure_delete = ON');
	const result = await work();
	await database.rows('PRAGMA wal_checkpoint(TRUNCATE)');
	return result;
}
