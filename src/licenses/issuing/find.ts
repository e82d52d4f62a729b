import { typedAddress } from '@pointrelease/core/src/text/email-address.ts';
import type { Queries, Value } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import { inDoubt } from '../../delivery/outbox.ts';
import { Failure } from '../../process/failure.ts';
import { digestOf } from '../admission/gate.ts';
import { concerns } from '../ending.ts';
import { readKey } from '../key.ts';
import { type License, mailboxOf, readId } from '../license.ts';
import { licensesOfOrder } from '../orders/order.ts';

export async function findById(queries: Queries, id: string): Promise<License | null> {
	const [license] = await queries.rows<License>(`SELECT ${licenseSelection} FROM licenses WHERE id = $1`, [
		id,
	]);
	return license ?? null;
}

export async function findByEmail(queries: Queries, email: string): Promise<License[]> {
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE mailbox = $1 ORDER BY number`,
		[mailboxOf(typedAddress(email))],
	);
}

/** All licenses with this ID, key, email address, order, renewal or payment. Fails if there are none. */
export async function findLicenses(queries: Queries, name: string): Promise<License[]> {
	const licenses = await exactly(queries, name);
	if (licenses.length > 0) return licenses;
	if (name.includes('@'))
		throw new Failure('no-such-license', `no license was issued to ${JSON.stringify(name)}`);
	throw new Failure(
		'no-such-license',
		// An error is no place for a key.
		readKey(name) === null
			? `no license has the ID, the order, the key or the email address ${JSON.stringify(name)}`
			: 'no license has this key',
	);
}

async function exactly(queries: Queries, name: string): Promise<License[]> {
	if (name.includes('@')) return findByEmail(queries, name);
	const id = readId(name);
	const license = (id === null ? null : await findById(queries, id)) ?? (await findByKey(queries, name));
	return license ? [license] : findByOrder(queries, name);
}

async function findByKey(queries: Queries, text: string): Promise<License | null> {
	const key = readKey(text);
	if (key === null) return null;
	const [license] = await queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE digest = $1`,
		[digestOf(key)],
	);
	return license ?? null;
}

/** The licenses of an order, by its reference or payment. A renewal has those of the order that it renews. */
async function findByOrder(queries: Queries, name: string): Promise<License[]> {
	const own = await licensesOfOrder(queries, name);
	if (own.length > 0) return own;
	const orders = await queries.rows<{ root: string }>(
		'SELECT COALESCE(renews, ref) AS root FROM orders WHERE ref = $1 OR payment = $1',
		[name],
	);
	return (await Promise.all(orders.map(({ root }) => licensesOfOrder(queries, root)))).flat();
}

/** The most licenses that a search shows: more is no answer for a person. */
const mostFound = 100;

/** Like `findLicenses`, but also finds a part of an address or of a note. */
export async function searchLicenses(queries: Queries, name: string): Promise<License[]> {
	const licenses = await exactly(queries, name);
	if (licenses.length > 0) return licenses;
	const part = `%${name.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
	const found = await queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses
			WHERE mailbox LIKE $1 ESCAPE '\\' OR lower(note) LIKE $1 ESCAPE '\\'
			ORDER BY number LIMIT ${mostFound + 1}`,
		[part],
	);
	if (found.length > mostFound)
		throw new Failure(
			'several-licenses',
			`more than ${mostFound} licenses match: give more of the address or the note`,
		);
	if (found.length > 0 || readKey(name) !== null)
		return found.length > 0 ? found : findLicenses(queries, name);
	throw new Failure(
		'no-such-license',
		`no license has ${JSON.stringify(name)} as its ID, key or order, or in its address or note`,
	);
}

/** Selects the licenses that match all of its members. */
export interface LicenseFilter {
	email?: string;
	order?: string;
	/** The customer who ordered. */
	customer?: string;
	mailUnknown?: boolean;
	/** Licenses that are not revoked, with a last day up to this one. */
	ends?: { readonly to: string };
	/** Licenses whose end matters to their customers, with a last day in this range, both included. */
	ending?: { readonly from: string; readonly to: string };
}

/** Pages through the licenses in the order in which they were issued. */
export async function* allLicenses(queries: Queries, filter: LicenseFilter = {}): AsyncGenerator<License[]> {
	const values: Value[] = [];
	const place = (value: Value) => `$${values.push(value) + 1}`;
	const { email, order, customer, mailUnknown, ends, ending } = filter;
	const conditions = [
		email === undefined ? '' : `mailbox = ${place(mailboxOf(typedAddress(email)))}`,
		order === undefined ? '' : `order_ref = ${place(order)}`,
		customer === undefined ? '' : `order_ref IN (SELECT ref FROM orders WHERE customer = ${place(customer)})`,
		mailUnknown ? `id IN (SELECT subject_id FROM outbox WHERE subject_kind = 'license' AND ${inDoubt})` : '',
		ending ? `${concerns} AND expires >= ${place(ending.from)} AND expires <= ${place(ending.to)}` : '',
		ends ? `revoked IS NULL AND expires <= ${place(ends.to)}` : '',
	];
	const narrowed = conditions
		.filter(Boolean)
		.map((condition) => ` AND ${condition}`)
		.join('');
	const text = `SELECT ${licenseSelection} FROM licenses WHERE number > $1${narrowed} ORDER BY number LIMIT 2000`;
	let after = 0;
	for (;;) {
		const page = await queries.rows<License>(text, [after, ...values]);
		if (page.length === 0) return;
		yield page;
		after = page.at(-1)!.number;
	}
}
