import { expect, test } from 'bun:test';
import { compareWithSchema, mistakeOf, mutations } from '../../test/mutations.ts';
import { sized } from '../../test/size.ts';
import { manifestSchema, wholeManifest } from './manifest-definition.ts';

const sha256 = 'a'.repeat(64);
const manifest = {
	format: 'pointrelease-evidence',
	version: 1,
	made_at: '2026-11-19T12:00:00.000Z',
	made_by: 'Kim',
	program: '0.4.0',
	as_of: '2026-11-18',
	data_version: '2026-11-18-0a1b2c3d',
	macs: 2,
	exports: [
		{
			name: 'october.csv',
			sha256,
			day: '2026-10-20',
			modified: null,
			taken: '2026-10-20',
			rows: 3,
			rows_used: 2,
			not_used: {
				not_macs: 1,
				continuation_rows: 0,
				without_serial: 0,
				later_contact: 0,
				no_sighting: 0,
				repeated: 0,
				erased: 0,
				after_as_of: 0,
			},
		},
	],
	erased: [{ day: '2026-11-01', by: null, what: 'forget', macs: 1, exports: 0, sightings: 4 }],
	files: [{ name: 'README.txt', bytes: 10, sha256 }],
	digest: sha256,
};
const read = (value: unknown) => wholeManifest('m', value);

test('a manifest is as it is written', () => {
	expect(read(manifest) as unknown).toEqual(manifest);
});

test('all mistakes of a manifest are told at once, a line each', () => {
	const [source] = manifest.exports;
	const wrong = {
		...manifest,
		made_at: '2026-02-30T12:00:00.000Z',
		made_by: ' Kim',
		macs: -1,
		exports: [
			{ ...source, rows: 4 },
			{ ...source, day: '2026-02-30', sha256: 'A' },
		],
		note: '',
	};
	expect(mistakeOf(() => read(wrong))).toBe(
		[
			'made_at is "2026-02-30T12:00:00.000Z": expected a moment in UTC such as 2026-11-19T12:00:00.000Z',
			'made_by is " Kim": expected a name in one line, of at most 200 characters',
			'macs is -1: expected a whole number, 0 or more',
			'exports[0].rows is 4: expected the sum of rows_used and not_used',
			'exports[1].sha256 is "A": expected 64 digits of a SHA-256',
			'exports[1].day is "2026-02-30": expected a day such as 2026-11-19',
			`it has "note": expected only ${Object.keys(manifest).join(', ')}`,
		]
			.map((line) => `the manifest m is invalid: ${line}`)
			.join('\n'),
	);
});

test('the schema accepts what the reader accepts, but for what only the reader knows', () => {
	const values = [
		'2026-02-30',
		'2024-02-29',
		'2100-01-01',
		'2026-11-19T12:00:00.000Z',
		'2026-02-30T00:00:00.000Z',
	];
	const { accepted, differing } = compareWithSchema(
		mutations([manifest, { ...manifest, exports: [], erased: [] }], { values, count: sized(300, 2_000) }),
		manifestSchema(),
		(text) => read(JSON.parse(text)),
	);
	expect(differing).toEqual([]);
	expect(accepted).toBeGreaterThan(sized(10, 10));
});
