import * as z from 'zod/mini';
import { erasureWords, type LeftOut, leftOutWords } from '../fleet/history/evidence-origin.ts';
import {
	about,
	day,
	listOf,
	mistaken,
	object,
	oneOf,
	type ReadOnly,
	readAs,
	text,
	whole,
} from '../process/definition-parts.ts';
import { validated, withoutUnknown } from '../process/file-definition.ts';
import { jsonSchemaOf } from '../process/validate.ts';
import { formatVersion, makerShape } from './evidence-format.ts';

const anyText = () => text('a text', /^[\s\S]*$/);
const count = () => whole(0, Number.MAX_SAFE_INTEGER, 'a whole number, 0 or more');
const sha256 = () => text('64 digits of a SHA-256', /^[0-9a-f]{64}$/);
const moment = () =>
	readAs(
		text(momentExpected, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
		(value) => {
			const time = Date.parse(value);
			if (!Number.isNaN(time) && new Date(time).toISOString() === value) return value;
			throw mistaken(value, momentExpected);
		},
		'whether there is such a moment',
	);
const momentExpected = 'a moment in UTC such as 2026-11-19T12:00:00.000Z';

const notUsed = object(
	Object.fromEntries(
		Object.entries(leftOutWords).map(([name, words]) => [name, about(words, count())]),
	) as Record<keyof LeftOut, ReturnType<typeof count>>,
	'an object with a count for each reason',
);

const source = readAs(
	object(
		{
			name: about('the file', anyText()),
			sha256: about('the SHA-256 of its bytes', sha256()),
			day: about('the newest last contact in it; `null` if it has none', z.nullable(day())),
			modified: about(
				'when the file was last written, which may be when it was copied; `null` for a pull or standard input',
				z.nullable(moment()),
			),
			taken: about('the day that rows without a last contact count for', day()),
			rows: about('all rows (only the reader knows whether it is the sum of the others)', count()),
			rows_used: about('those that are a sighting in the report', count()),
			not_used: about('the other rows, by reason', notUsed),
		},
		'an object that says what an export has',
	),
	(value) => {
		const others = Object.values(value.not_used).reduce((sum, rows) => sum + rows, value.rows_used);
		if (value.rows === others) return value;
		throw mistaken(value.rows, 'the sum of rows_used and not_used', { path: ['rows'] });
	},
);

const erasure = object(
	{
		day: about('when', day()),
		by: about(
			'who did it (`fleet remember --by`, else the user of the machine); `null` in pseudonymous evidence',
			z.nullable(anyText()),
		),
		what: about(
			'how: `forget`, `keep-days` or `take-back`',
			oneOf(Object.keys(erasureWords) as (keyof typeof erasureWords)[]),
		),
		macs: about('Macs of which nothing is left', count()),
		exports: about('exports of which nothing is left', count()),
		sightings: about('sightings that were removed', count()),
	},
	'an object that says what was erased',
);

const definition = object(
	{
		format: about('what the folder is', oneOf(['pointrelease-evidence'])),
		version: about('the version of the format', z.literal(formatVersion)),
		made_at: about('when the folder was made', moment()),
		made_by: about(
			'as its maker stated; `null` if not stated',
			z.nullable(text('a name in one line, of at most 200 characters', makerShape)),
		),
		program: about(
			'the version that the maker states. Nothing depends on it, and nothing can check it',
			anyText(),
		),
		as_of: about('the day of the report', day()),
		data_version: about('the data that the report follows', anyText()),
		macs: about('the number of Macs in the report', count()),
		exports: about('every export, with all its rows', listOf(source, 'a list of exports')),
		erased: about(
			'what was erased from the history before. It names no Mac',
			listOf(erasure, 'a list of what was erased'),
		),
		files: about(
			'the files of the folder in order',
			listOf(
				object(
					{
						name: about('its name', anyText()),
						bytes: about('its size', count()),
						sha256: about('the SHA-256 of its bytes', sha256()),
					},
					'an object with name, bytes and sha256',
				),
				'a list of files',
			),
		),
		digest: about('the SHA-256 of a line for each file: its digest, two spaces and its name', sha256()),
	},
	'an object that describes a folder of evidence',
);

/** What a folder of evidence says about itself. */
export type Manifest = ReadOnly<z.output<typeof definition>>;

const fileAt = (path: string) => ({ path, title: 'manifest', code: 'other-evidence' });

/**
 * Reads a manifest. A member that the format does not have is left out here: the folder is altered then, which is more than
 * a file that cannot be read.
 */
export function readManifest(path: string, value: unknown): Manifest {
	return validated(fileAt(path), withoutUnknown(value, definition), definition);
}

/** The same, where no other member is allowed. */
export function wholeManifest(path: string, value: unknown): Manifest {
	return validated(fileAt(path), value, definition);
}

export function manifestSchema(): object {
	return jsonSchemaOf(definition, {
		$id: 'urn:pointrelease:schema:manifest',
		title: 'Manifest of a folder of evidence of pointrelease',
		description:
			'manifest.json: who made the folder and when, from which exports, and the digest of every file.',
	});
}
