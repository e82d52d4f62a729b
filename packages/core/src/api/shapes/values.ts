import * as z from 'zod';

/** The values that records are made of. What each means where it stands, the record says. */

export const text = z.string();
/** A text that is never empty. */
export const words = z.string().min(1);
export const count = z.int().min(0);
/** A number of things of which there is at least one. */
export const total = z.int().min(1);

export const day = z
	.string()
	.regex(/^\d{4}-\d{2}-\d{2}$/)
	.meta({ format: 'date' });
export const month = z.string().regex(/^\d{4}-\d{2}$/);
export const moment = z.string().meta({ format: 'date-time' });
export const address = z.string().meta({ format: 'uri' });

/** `14`, `10.15`, `9.2`. */
export const major = z.string().regex(/^(\d{2,4}|\d{1,2}\.\d{1,4})$/);
/** `14.7.2`. */
export const version = z.string().regex(/^\d{1,4}(\.\d{1,4}){1,2}$/);
/** A number that a Mac reports; no release may have it. */
export const anyVersion = z.string().regex(/^\d{1,4}(\.\d{1,4}){0,7}$/);
/** `26.6.1`: a version of Safari, which is not to be compared with that of macOS. */
export const safariVersion = z.string().regex(/^\d{1,2}(\.\d{1,2}){1,2}$/);
/** The letter of a security response. */
export const letter = z.string().regex(/^[a-z]$/);
/** `26.3.1 (a)`, as a Mac shows a security response. */
export const responseLabel = z.string().regex(/^\d{1,4}(\.\d{1,4}){1,2} \([a-z]\)$/);
/** What brings a fix: a release or a security response. */
export const releaseOrResponse = z.string().regex(/^\d{1,4}(\.\d{1,4}){1,2}( \([a-z]\))?$/);
export const build = z.string().regex(/^\d{1,3}[A-Z]\d{1,6}[A-Za-z]?$/);
export const boardId = z.string().min(1).max(64);
export const cveId = z.string().regex(/^CVE-\d{4}-\d{4,7}$/);
export const impact = z
	.string()
	.min(1)
	.nullable()
	.describe("Apple's sentence on what may happen, without a full stop; null if its CVE record was not read.");
export const policyName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/);

export const era = z.enum(['classic', 'legacy', 'modern']);
export const precision = z.enum(['day', 'month', 'year']);
export const confidence = z.enum(['high', 'medium', 'low']);
export const supportState = z.enum(['current', 'maintained', 'ended']);

export const distinct = { uniqueItems: true } as const;

/** The identifiers of what a name means. */
export const boardIds = z
	.array(boardId)
	.min(1)
	.meta({
		...distinct,
		description:
			'Every identifier of the same Mac, the main one first: a T2 Mac has several. If the name belongs to several boards with the same answer, the identifiers of all of them.',
	});
/** The identifiers of the Macs that an answer is about. */
export const boardIdsOfMacs = z
	.array(boardId)
	.min(1)
	.describe('Every identifier of the Macs with this name: the answer is the same for all.');
export const note = words.nullable().describe('A note, in a full sentence.');

export const source = z
	.strictObject({
		source: words.describe('Its token in records.'),
		name: words,
		url: address.nullable().describe('Its address; null if it has none.'),
	})
	.describe('A source.');
export const sources = z
	.array(source)
	.describe('The sources. A token such as `wikipedia:System 7` names its source before the colon.');
/** Sources as tokens, in a record that lists them. */
export const sourceTokens = z.array(words).min(1);
