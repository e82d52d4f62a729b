import type { Queries, Value } from '../../database/database.ts';
import { licenseSelection } from '../../database/license-columns.ts';
import { placeholders } from '../../database/placeholders.ts';
import { Failure } from '../../process/failure.ts';
import { type License, mailboxSpellings, readId } from '../license.ts';
import { inDoubt } from '../mail/outbox.ts';

export async function findById(queries: Queries, id: string): Promise<License | null> {
	const [license] = await queries.rows<License>(`SELECT ${licenseSelection} FROM licenses WHERE id = $1`, [
		id,
	]);
	return license ?? null;
}

export async function findByEmail(queries: Queries, email: string): Promise<License[]> {
	const spellings = mailboxSpellings(email.trim());
	const list = placeholders(1, spellings.length);
	return queries.rows<License>(
		`SELECT ${licenseSelection} FROM licenses WHERE mailbox IN ${list} ORDER BY number`,
		spellings,
	);
}

/** All licenses that an id or an e-mail address names; at least one. */
export async function findLicenses(queries: Queries, name: string): Promise<License[]> {
	if (name.includes('@')) {
		const found = await findByEmail(queries, name);
		if (found.length > 0) return found;
		throw new Failure('no-such-license', `no license was issued to ${JSON.stringify(name)}`);
	}
	const id = readId(name);
	const license = id === null ? null : await findById(queries, id);
	if (license) return [license];
	throw new Failure(
		'no-such-license',
		`${JSON.stringify(name)} is neither the ID of a license nor an email address`,
	);
}

/** Pages through the licenses in the order in which they were issued. */
export async function* allLicenses(
	queries: Queries,
	filter: { email?: string; mailUnknown?: boolean } = {},
): AsyncGenerator<License[]> {
	const spellings = filter.email === undefined ? [] : mailboxSpellings(filter.email);
	const narrowed =
		(spellings.length === 0 ? '' : ` AND mailbox IN (${spellings.map((_, at) => `$${at + 2}`).join(', ')})`) +
		(filter.mailUnknown ? ` AND number IN (SELECT license FROM outbox WHERE ${inDoubt})` : '');
	const text = `SELECT ${licenseSelection} FROM licenses WHERE number > $1${narrowed} ORDER BY number LIMIT 2000`;
	let after = 0;
	for (;;) {
		const values: Value[] = [after, ...spellings];
		const page = await queries.rows<License>(text, values);
		if (page.length === 0) return;
		yield page;
		after = page.at(-1)!.number;
	}
}
