import { placeholders, type Queries, type Value } from '../../database/database.ts';
import { type LicenseColumnName, licenseColumns } from '../../database/license-columns.ts';
import { Failure } from '../../process/failure.ts';
import { digestOf } from '../admission/gate.ts';
import { writeAudit } from '../audit.ts';
import { encodeKey, newKey } from '../key.ts';
import { changeLicenses, type Ledger, mostLicenses, readLedger } from '../ledger.ts';
import { mailboxOf, newId } from '../license.ts';
import { queueMail } from '../mail/license-mail.ts';
import { enterOrder, findOrder, licensesOfOrder, present } from '../orders/order.ts';
import type { Registry } from '../registry.ts';
import { seal } from '../sealing/seal.ts';
import { revealKeys, type SealingKeys } from '../sealing/sealing-keys.ts';
import { type Carried, carriedValues, readCarried } from './carried.ts';

/** A license to add, with all members checked. */
export interface Draft extends Carried {
	/** A key that the purchaser already has; without it a new key is made. */
	key?: string;
	/** The ID of the license that it replaces. */
	replaces?: string;
	/** The provider whose event revokes it from the start. */
	revokedBy?: string;
}

export interface Issued {
	number: number;
	id: string;
	email: string;
	key: string;
}

/** A new license with its key, which is shown only once. */
export interface IssuedLicense {
	id: string;
	email: string;
	key: string;
	/** The base64 form that the purchaser gets. */
	encoded: string;
	/** The last day on which the key works; absent if it has no end. */
	expires?: string;
	/** Its order; absent if it has none. */
	order?: string;
	/** True if the order had this license before, so that nothing was issued. */
	known?: true;
}

export interface IssueRequest extends Partial<Omit<Carried, 'email'>> {
	email: string;
	/** The customer of the order, as the seller names it. */
	customer?: string | null;
	/** False queues no mail to the purchaser. */
	mail?: boolean;
}

/** Issues one license. When this returns, the license and its mail survive a crash of this process. */
export async function issueLicense(registry: Registry, request: IssueRequest): Promise<IssuedLicense> {
	const draft = readCarried(({ property }) => request[property] ?? null);
	const { database, sealingKeys, actor } = registry;
	const now = await database.now();
	return changeLicenses(database, async (queries, ledger) => {
		const existing =
			draft.order === null ? null : await existingOf(registry, queries, draft.order, draft.email);
		if (existing) return existing;
		const [issued] = await addLicenses(queries, ledger, sealingKeys, [draft]);
		if (draft.order !== null && request.customer)
			await queries.rows('UPDATE orders SET customer = $1 WHERE ref = $2', [request.customer, draft.order]);
		if (request.mail !== false) await queueMail(queries, [issued!], 'issued', now);
		await writeAudit(queries, actor, [{ what: 'issue', license: issued!.id, order: draft.order }]);
		return shown(issued!, draft);
	});
}

/** Issues a license if there has never been one. If several nodes start at once, only one gets it. */
export async function issueFirst(registry: Registry): Promise<IssuedLicense | null> {
	const { database, sealingKeys, actor } = registry;
	if ((await readLedger(database, database.place)).licenses > 0) return null;
	return changeLicenses(database, async (queries, ledger) => {
		if (ledger.licenses > 0) return null;
		const texts: Record<string, string> = {
			email: 'first-start@localhost',
			note: 'issued at the first start',
		};
		const draft = readCarried(({ name }) => texts[name] ?? null);
		const [issued] = await addLicenses(queries, ledger, sealingKeys, [draft]);
		const detail = 'the first start';
		await writeAudit(queries, actor, [{ what: 'issue', license: issued!.id, detail }]);
		return shown(issued!);
	});
}

const columns = licenseColumns.map(({ name }) => name);
// Both databases limit the number of values in a statement; this stays far below.
const rowsPerStatement = 400;

/** Adds licenses within a change. The caller has checked that the keys in the drafts are new. */
export async function addLicenses(
	queries: Queries,
	ledger: Ledger,
	sealingKeys: SealingKeys,
	drafts: readonly Draft[],
): Promise<Issued[]> {
	if (ledger.licenses + drafts.length > mostLicenses)
		throw new Failure('too-many-licenses', `there can be at most ${mostLicenses} licenses`);
	const sealing = sealingKeys.sealingKey(ledger.sealKey);
	const created = new Date().toISOString();
	const issued: Issued[] = [];
	for (let start = 0; start < drafts.length; start += rowsPerStatement) {
		const part = drafts.slice(start, start + rowsPerStatement);
		const ids = await freshIds(queries, part.length);
		const rows = part.map(
			(
				{ key = newKey(), replaces = null, revokedBy = null, ...draft },
				index,
			): Record<LicenseColumnName, Value> => {
				const number = ledger.licenses + start + index + 1;
				const id = ids[index]!;
				issued.push({ number, id, email: draft.email, key });
				return {
					...carriedValues(draft),
					number,
					id,
					digest: digestOf(key),
					mailbox: mailboxOf(draft.email),
					created,
					sealed: seal(key, id, sealing),
					seal_key: sealing.id,
					change: ledger.change,
					replaces,
					revoked_by: revokedBy,
					granted: null,
					granted_until: null,
				};
			},
		);
		await queries.rows(
			`INSERT INTO licenses (${columns.join(', ')}) VALUES ${placeholders(rows.length, columns.length)}`,
			rows.flatMap((row) => columns.map((column) => row[column])),
		);
	}
	const orders = new Set(drafts.flatMap(({ order }) => order ?? []));
	for (const ref of orders) await enterOrder(queries, { ref, moment: created });
	await queries.rows('UPDATE ledger SET licenses = $1, seal_key = $2', [
		ledger.licenses + drafts.length,
		sealing.id,
	]);
	return issued;
}

async function freshIds(queries: Queries, count: number): Promise<string[]> {
	const ids = new Set<string>();
	while (ids.size < count) {
		while (ids.size < count) ids.add(newId());
		const list = [...ids];
		const text = `SELECT id FROM licenses WHERE id IN ${placeholders(1, list.length)}`;
		for (const { id } of await queries.rows<{ id: string }>(text, list)) ids.delete(id);
	}
	return [...ids];
}

function shown(
	{ id, email, key }: Issued,
	{ expires = null, order = null }: Partial<Pick<Carried, 'expires' | 'order'>> = {},
): IssuedLicense {
	return {
		id,
		email,
		key,
		encoded: encodeKey(key),
		...(expires !== null && { expires }),
		...(order !== null && { order }),
	};
}

/** The license of an order, if it has one already: the same order never gets two keys. */
async function existingOf(
	{ sealingKeys }: Registry,
	queries: Queries,
	order: string,
	email: string,
): Promise<IssuedLicense | null> {
	const [license] = present(await licensesOfOrder(queries, order));
	const { state } = (await findOrder(queries, order)) ?? {};
	if (state === 'refunded' || state === 'disputed')
		throw new Failure('order-ended', `the order ${order} is ${state}: nothing was issued`);
	if (!license) return null;
	if (license.revoked !== null)
		throw new Failure(
			'license-ended',
			`the order ${order} has the license ${license.id}, which is revoked: "license restore ${license.id}" makes its key work again`,
		);
	if (mailboxOf(license.email) !== mailboxOf(email))
		throw new Failure(
			'order-exists',
			`the order ${order} has the license ${license.id}, issued to another address: change it with "license change-email ${license.id}"`,
		);
	const key = (await revealKeys({ database: queries, sealingKeys }, [license])).get(license.number);
	if (key) return { ...shown({ ...license, key }, license), known: true };
	throw new Failure(
		'sealing-key-lost',
		`the order ${order} has the license ${license.id}, whose key is encrypted with a secret that is not set here`,
	);
}
