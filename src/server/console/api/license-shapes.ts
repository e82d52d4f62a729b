import * as z from 'zod/mini';
import { type License, statusOf } from '../../../licenses/license.ts';
import { about, flag, object, shortText, text } from '../../../process/definition-parts.ts';

const lastDay = () => text('a day such as 2027-11-19', /^\d{4}-\d\d-\d\d$/);

export const issueBody = object(
	{
		email: about('the address of the customer, to which the key is mailed', shortText(254)),
		order: about(
			'your reference of the order, 1 to 255 characters without spaces and @: sending it again issues nothing',
			shortText(255),
		),
		expires: z.optional(
			about('the last day on which the key works (UTC); without it the key has no end', lastDay()),
		),
		note: z.optional(about('a note for yourself', shortText(500))),
		customer: z.optional(about('your number or name of the customer', shortText(500))),
		mail: about('`false`: mail nothing, and answer with the key', z.optional(flag()), true),
	},
	'an object with email and order',
);

export const revokeBody = object(
	{ reason: z.optional(about('why, for the audit log', shortText(500))) },
	'an object, perhaps with reason',
);

export const extendBody = object(
	{
		by: z.optional(
			about(
				'so many days, months or years (`30d`, `1m`, `1y`) after its last day, or after today if that has passed; ten years at most',
				text('30d, 1m or 1y', /^[1-9]\d{0,3}[dmy]$/),
			),
		),
		until: z.optional(
			about(
				'the new last day (UTC), or `never`',
				text('a day such as 2027-11-19, or never', /^(\d{4}-\d\d-\d\d|never)$/),
			),
		),
	},
	'an object with by or until',
);

const id = about('the public ID of the license, useless as a key', z.string());
const endsOn = about('the last day on which the key works (UTC); null for no end', z.nullable(z.string()));

export const issuedAnswer = z.strictObject({
	id,
	ends_on: endsOn,
	key: z.optional(about('the key, only if it was issued now and with `"mail": false`', z.string())),
});

export const licenseAnswer = z.strictObject({
	id,
	status: z.enum(['active', 'expired', 'revoked']),
	ends_on: endsOn,
	email: z.string(),
	order: z.nullable(z.string()),
	note: z.nullable(z.string()),
	created: about('RFC 3339, in UTC', z.string()),
	revoked: about('when it was revoked, RFC 3339 in UTC; null if it was not', z.nullable(z.string())),
});

export function licenseRecord(license: License): z.output<typeof licenseAnswer> {
	const { id, expires, email, order, note, created, revoked } = license;
	return { id, status: statusOf(license), ends_on: expires, email, order, note, created, revoked };
}
