import { typedAddress } from '@pointrelease/core/src/text/email-address.ts';
import type { Queries, Value } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import { inDoubt } from '../../delivery/outbox.ts';
import { Failure } from '../../process/failure.ts';
import { concerns } from '../ending.ts';
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

/** All licenses with this ID, email address or order. Fails if there are none. */
export async function findLicenses(queries: Queries, name: string): Promise<License[]> {
	if (name.includes('@')) {
		const licenses = await findByEmail(queries, name);
		if (licenses.length > 0) return licenses;
		throw new Failure('no-such-license', `no license was issued to ${JSON.stringify(name)}`);
	}
	const id = readId(name);
	const license = id === null ? null : await findById(queries, id);
	if (license) return [license];
	const ordered = await licensesOfOrder(queries, name);
	if (ordered.length > 0) return ordered;
	throw new Failure(
		'no-such-license',
		`no license has the ID, the order or the email address ${JSON.stringify(name)}`,
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
