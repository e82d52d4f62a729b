import { addDays, dayTextAt } from '@pointrelease/core/src/text/day.ts';
import type { Queries } from '../../../database/database.ts';
import { readAudit } from '../../../licenses/audit.ts';
import { findById, searchLicenses } from '../../../licenses/issuing/find.ts';
import { readLedger } from '../../../licenses/ledger.ts';
import { forgottenEmail, type License, readId, statusOf } from '../../../licenses/license.ts';
import { readDetails } from '../../../licenses/license-details.ts';
import {
	type LicenseOrder,
	licenseOrders,
	sortedLicenses,
	type UsedLicense,
	withUse,
} from '../../../licenses/license-table.ts';
import { listOrders, ordersOfGroup } from '../../../licenses/orders/order.ts';
import type { LicenseRecord, LicenseRow, LicenseTable } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import { optionalText, wholeNumber } from '../form.ts';
import type { ConsoleParts } from '../parts.ts';
import { orderRecord } from './orders.ts';

/** Rows of the table, and lines of a license's audit log. */
const mostRows = 50;
const mostLines = 200;

/**
 * The table, found by anything or in an order. A POST, because what is searched for may be a key, which must not stand in
 * an address.
 */
async function findLicenses({ body }: Asked, { licenses }: ConsoleParts): Promise<LicenseTable> {
	const { database } = licenses;
	const find = optionalText(body, 'find');
	const { licenses: count } = await readLedger(database, database.place);
	const { found, remark } =
		find === undefined ? await inOrder(database, body, count) : await matching(database, find);
	const rows = await withUse(database, found.slice(0, mostRows));
	return { rows: rows.map(rowOf), more: found.length > mostRows, licenses: count, remark };
}

async function inOrder(queries: Queries, body: Asked['body'], licenses: number) {
	const wanted = optionalText(body, 'sort') ?? 'newest';
	if (!licenseOrders.includes(wanted as LicenseOrder))
		throw new Failure('bad-form', `sort is one of ${licenseOrders.join(', ')}`);
	const skip = wholeNumber(body, 'skip', 0, 100_000);
	const order = wanted as LicenseOrder;
	const found = await sortedLicenses(queries, { order, most: mostRows, skip, licenses });
	const remark = licenses === 0 ? 'There is no license yet.' : found.length === 0 ? nothing[order] : '';
	return { found, remark };
}

const nothing: Readonly<Record<LicenseOrder, string>> = {
	newest: '',
	end: 'No license ends.',
	use: 'No license was used in the last 30 days.',
	'last-use': 'No license was used in the last 30 days.',
};

async function matching(queries: Queries, name: string): Promise<{ found: License[]; remark: string }> {
	try {
		return { found: await searchLicenses(queries, name), remark: '' };
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		return { found: [], remark: thrown.message };
	}
}

function rowOf({ license, days, lastUse }: UsedLicense): LicenseRow {
	const { id, email, expires, order, note } = license;
	return {
		id,
		email,
		status: statusOf(license),
		expires,
		order,
		note,
		last_use: lastUse,
		requests_30_days: days.reduce((sum, requests) => sum + requests, 0),
		days,
	};
}

/** The license that a path names. */
export async function licenseOf({ parameters }: Asked, queries: Queries): Promise<License> {
	const id = readId(parameters.id ?? '');
	const license = id === null ? null : await findById(queries, id);
	if (license) return license;
	throw new Failure('no-such-license', `no license has the ID ${JSON.stringify(parameters.id)}`);
}

/** The page of a license: what it is, how it is used, and what happened. */
export async function licensePage(
	asked: Asked,
	{ licenses, settings }: ConsoleParts,
): Promise<LicenseRecord> {
	const registry = asked.registry();
	const { database } = licenses;
	const license = await licenseOf(asked, database);
	const [used] = await withUse(database, [license]);
	const { days, ...row } = rowOf(used!);
	const details = await readDetails(registry, settings, license);
	const [next] = await database.rows<{ id: string }>('SELECT id FROM licenses WHERE replaces = $1', [
		license.id,
	]);
	const lines = await readAudit(database, { license: license.id, most: mostLines });
	const first = addDays(dayTextAt(Date.now()), 1 - days.length);
	return {
		...row,
		created: license.created,
		revoked: license.revoked,
		replaces: license.replaces,
		replaced_by: next?.id ?? null,
		reminders: license.reminders === null,
		resendable: details.resendable,
		forgotten: license.email === forgottenEmail,
		usage: days.map((requests, at) => ({ day: addDays(first, at), requests })),
		mail: details.mail.map(({ id, occasion, state, queued }, at) => ({
			id,
			occasion,
			state,
			words: details.mailWords[at]!,
			queued: queued!,
		})),
		audit: lines.map(({ number, moment, who, what, why }) => ({ number, moment, who, what, why })),
		orders: (await ordersAbout(database, license)).map(orderRecord),
	};
}

async function ordersAbout(queries: Queries, { order }: License) {
	if (order === null) return [];
	const refs = new Set((await ordersOfGroup(queries, order)).map(({ ref }) => ref));
	const orders = [];
	for (const ref of refs) orders.push(...(await listOrders(queries, { ref })));
	return orders;
}

export const licenseRoutes: readonly DataRoute[] = [
	{ method: 'POST', path: '/licenses/find', access: 'reads', answer: findLicenses },
	{ method: 'GET', path: '/licenses/{id}', access: 'reads', answer: licensePage },
];
