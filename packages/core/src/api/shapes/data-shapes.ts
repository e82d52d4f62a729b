import * as z from 'zod';
import { documentFormat } from '../../catalog/document.ts';
import { formatNames } from '../../integrations/enforce/formats.ts';
import { day, moment, text, total } from './values.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const sofaFeed = z
	.looseObject({
		UpdateHash: z.string().min(64).describe('SHA-256 of everything else.'),
		OSVersions: z.array(z.looseObject({})).describe('Each major version with its releases, newest first.'),
		Models: z
			.looseObject({})
			.describe('Model identifiers with their names and the major versions that each runs.'),
	})
	.describe(
		"What SOFA's own documents describe, from these tables. `XProtect…` and `InstallationApps` are present and empty.",
	);

export const dataTables = z.strictObject({
	data_version: text,
	data_changed: moment,
	tables: z.record(z.string(), text).describe('The text of each table by the path of its file.'),
});

export const dataDocument = z
	.strictObject({
		format: z
			.literal(documentFormat)
			.describe('The form of the document. A number that a program does not know is of a newer one.'),
		data_version: text,
		data_changed: moment.describe('The moment the data last changed.'),
		digest: sha256.describe('SHA-256 of the data version, a line feed and `tables` as JSON without blanks.'),
		tables: z
			.record(
				z.string(),
				z.record(
					z.string(),
					z
						.array(z.union([text, z.int()]))
						.describe('The cells from top to bottom. A number repeats the cell before it so many times.'),
				),
			)
			.describe('The columns of each table by their names.'),
	})
	.describe('Tables by columns.');

export const kit = z.strictObject({
	data_version: text,
	address: text.nullable().describe('The address in the files.'),
	policy: text.nullable(),
	policies: z.array(text).describe('The available ones.'),
	files: z.array(
		z.strictObject({
			kind: z.enum(['client', ...formatNames]).describe('`client`, or its format.'),
			name: text,
			path: z.string().regex(/^\/kit\//),
			what: text.nullable().describe('What it is for; null if the name says it.'),
			type: text,
			bytes: total,
			sha256: sha256,
			listed_until: day
				.nullable()
				.describe(
					"The day on which Apple's list drops the release that the file asks for; null if that is not known or not final.",
				),
		}),
	),
	refused: z
		.array(
			z.strictObject({
				format: text,
				because: text,
			}),
		)
		.describe('Formats that the policy cannot have, and why.'),
	notices: z
		.array(
			z.strictObject({
				format: text,
				notice: text,
			}),
		)
		.describe('What the policy asks for and the files of a format do not do.'),
});
