import * as z from 'zod/mini';
import { untilKnown } from '../../../licenses/admission/gate-follower.ts';
import { newLastDay } from '../../../licenses/extension.ts';
import { renewLicense, revokeLicense } from '../../../licenses/issuing/changes.ts';
import { findById } from '../../../licenses/issuing/find.ts';
import { issueLicense } from '../../../licenses/issuing/issue.ts';
import { readIssueRequest } from '../../../licenses/issuing/issue-request.ts';
import { checkOrder, type License, readId } from '../../../licenses/license.ts';
import { licensesOfOrder } from '../../../licenses/orders/order.ts';
import type { Registry } from '../../../licenses/registry.ts';
import type { Schema } from '../../../process/definition-parts.ts';
import { Failure } from '../../../process/failure.ts';
import type { TokenRight } from '../tokens.ts';
import {
	extendBody,
	issueBody,
	issuedAnswer,
	licenseAnswer,
	licenseRecord,
	revokeBody,
} from './license-shapes.ts';

/** A request of a program with a token, whose right and body were checked. */
export interface ApiCall<Body = unknown> {
	readonly parameters: Readonly<Record<string, string>>;
	readonly query: URLSearchParams;
	readonly body: Body;
	/** The store of licenses on behalf of the token. */
	registry(why?: string): Registry;
	/** Makes a change that counts toward those of the day, unless it turns out that nothing changed. */
	change<T>(work: () => Promise<T>, isChange?: (result: T) => boolean): Promise<T>;
}

export interface ApiAnswer {
	readonly status: number;
	readonly body: unknown;
}

/** A path below `/console/api`. The answers, their limits and `/console/openapi.json` are made from this table. */
export interface ApiRoute {
	readonly method: 'GET' | 'POST';
	readonly path: string;
	readonly right: TokenRight | 'any';
	readonly id: string;
	readonly summary: string;
	readonly query?: Readonly<Record<string, string>>;
	readonly body?: Schema;
	readonly answers: Readonly<Record<number, { readonly words: string; readonly shape: Schema }>>;
	/** Why it may answer with 409. */
	readonly conflict?: string;
	answer(call: ApiCall): Promise<ApiAnswer>;
}

/** An entry whose `answer` gets the body that its schema reads. */
function route<const Body extends Schema>(
	entry: Omit<ApiRoute, 'body' | 'answer'> & {
		readonly body?: Body;
		answer(call: ApiCall<z.output<Body>>): Promise<ApiAnswer>;
	},
): ApiRoute {
	return entry as ApiRoute;
}

const changed = { 200: { words: 'The license as it is now.', shape: licenseAnswer } };

export const apiRoutes: readonly ApiRoute[] = [
	route({
		method: 'POST',
		path: '/licenses',
		right: 'issue',
		id: 'issueLicense',
		summary: 'Issue a license for an order, once.',
		body: issueBody,
		answers: {
			201: { words: 'It was issued.', shape: issuedAnswer },
			200: { words: 'The order has this license already: nothing was issued.', shape: issuedAnswer },
		},
		conflict: 'The order has a license of another address or one that is revoked, or was paid back.',
		async answer({ body, registry, change }) {
			const request = readIssueRequest({ ...body, mail: body.mail ?? true });
			const store = registry();
			const issue = () => issueLicense(store, request);
			// An order that has its license is answered even if no change is left for today.
			const hasLicense = (await licensesOfOrder(store.database, body.order)).length > 0;
			const issued = hasLicense ? await issue() : await change(issue, ({ known }) => known !== true);
			const committed = performance.now();
			const answer = { id: issued.id, ends_on: issued.expires ?? null };
			if (issued.known) return { status: 200, body: answer };
			if (request.mail !== false) return { status: 201, body: answer };
			await untilKnown(committed);
			return { status: 201, body: { ...answer, key: issued.key } };
		},
	}),
	route({
		method: 'GET',
		path: '/licenses',
		right: 'any',
		id: 'licensesOfOrder',
		summary: 'The licenses of an order.',
		query: { order: 'the reference of the order' },
		answers: { 200: { words: 'Its licenses; none if it has none.', shape: z.array(licenseAnswer) } },
		async answer({ query, registry }) {
			const order = query.get('order');
			if (order === null || [...query.keys()].length !== 1)
				throw new Failure('bad-parameter', 'name one order: /console/api/licenses?order=REF');
			const licenses = await licensesOfOrder(registry().database, checkOrder(order));
			return { status: 200, body: licenses.map(licenseRecord) };
		},
	}),
	route({
		method: 'GET',
		path: '/licenses/{id}',
		right: 'any',
		id: 'license',
		summary: 'A license by its ID.',
		answers: { 200: { words: 'The license, without its key.', shape: licenseAnswer } },
		async answer({ parameters, registry }) {
			return { status: 200, body: licenseRecord(await licenseWith(registry(), parameters.id!)) };
		},
	}),
	route({
		method: 'POST',
		path: '/licenses/{id}/revoke',
		right: 'revoke',
		id: 'revokeLicense',
		summary: 'Revoke a license: every node refuses its key within a second. Again, it changes nothing.',
		body: revokeBody,
		answers: changed,
		async answer({ parameters, body, registry, change }) {
			const store = registry(body.reason);
			const license = await licenseWith(store, parameters.id!);
			if (license.revoked !== null) return { status: 200, body: licenseRecord(license) };
			return { status: 200, body: licenseRecord(await change(() => revokeLicense(store, license))) };
		},
	}),
	route({
		method: 'POST',
		path: '/licenses/{id}/extend',
		right: 'extend',
		id: 'extendLicense',
		summary: 'Give a license another last day.',
		body: extendBody,
		answers: changed,
		conflict: 'The license is revoked, was replaced, or has no end to extend.',
		async answer({ parameters, body, registry, change }) {
			const store = registry();
			const license = await licenseWith(store, parameters.id!);
			const day = newLastDay(license, body);
			return { status: 200, body: licenseRecord(await change(() => renewLicense(store, license, day))) };
		},
	}),
];

async function licenseWith({ database }: Registry, text: string): Promise<License> {
	const id = readId(text);
	const license = id === null ? null : await findById(database, id);
	if (license) return license;
	throw new Failure('no-such-license', 'no license has this ID');
}
