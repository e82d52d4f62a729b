import { describe, expect, test } from 'bun:test';
import { smallData } from '../../../../test/small-data.ts';
import { type DataDocument, digestOf, makeDocument, pieces } from '../catalog/document.ts';
import { makeCatalog } from '../catalog/make-catalog.ts';
import { DataRefused, openCatalog, type RefusedBecause } from './open-catalog.ts';
import { openTables, tablesOf } from './tables.ts';

const { tables, catalog } = makeCatalog(smallData());
const { dataVersion } = catalog!;
const documents = pieces.map((piece) => makeDocument(tables!, dataVersion, piece));
const [lookup, names] = documents as [DataDocument, DataDocument];

/** A document with other content and the digest of it. */
function redone(
	document: DataDocument,
	{ tables = document.tables, version = dataVersion, changed = document.data_changed },
) {
	const digest = digestOf({ version, changed, tables });
	return { ...document, data_version: version, data_changed: changed, tables, digest };
}

function refusal(open: () => unknown): [RefusedBecause, string] {
	try {
		open();
	} catch (thrown) {
		if (thrown instanceof DataRefused) return [thrown.code, thrown.message];
		throw thrown;
	}
	throw new Error('not refused');
}

describe('a catalog', () => {
	test('is opened from all documents as the service has it', () => {
		const macs = openCatalog(documents);
		expect(macs.catalog).toEqual(catalog!);
		expect(tablesOf(macs)).toEqual(tables!);
		expect(openCatalog([makeDocument(tables!, dataVersion)]).catalog).toEqual(catalog!);
	});

	test('is opened from documents in any order', () => {
		expect(openCatalog(documents.toReversed()).catalog).toEqual(catalog!);
	});

	test('is checked and opened from changed rows', () => {
		const macs = openCatalog(documents);
		expect(openTables(tablesOf(macs)).macs!.dataVersion).toBe(dataVersion);
		const { macs: none, findings } = openTables({ ...tables!, canonical: [] });
		expect(none).toBeNull();
		expect(findings.length).toBeGreaterThan(0);
	});

	test('opens again with equal data, and with newer data', () => {
		const macs = openCatalog(lookup);
		expect(openCatalog(lookup, { newerThan: macs }).dataVersion).toBe(dataVersion);
		const newer = redone(lookup, { version: '2099-01-01-abc', changed: '2099-01-01T00:00:00Z' });
		expect(openCatalog(newer, { newerThan: macs }).dataVersion).toBe('2099-01-01-abc');
	});
});

describe('refused', () => {
	const older = redone(lookup, { version: '1999-01-01-abc', changed: '1999-01-01T00:00:00Z' });
	const macs = openCatalog(lookup);
	test.each<[RefusedBecause, string, () => unknown]>([
		[
			'older',
			`the data is of 1999-01-01T00:00:00Z: expected none older than ${macs.changed}`,
			() => openCatalog(older, { newerThan: macs }),
		],
		[
			'other-version',
			`the data is of two versions, ${dataVersion} and 1999-01-01-abc: expected documents of one`,
			() => openCatalog([names, older]),
		],
		['other-form', 'the data has the form 2: expected 1', () => openCatalog({ ...lookup, format: 2 })],
		['other-form', 'the data has the form undefined: expected 1', () => openCatalog({ tables: {} } as never)],
		['other-form', 'the data has the form undefined: expected 1', () => openCatalog([null as never])],
		// What a service answers without a key, and what is not even an object.
		[
			'other-form',
			'the data has the form undefined: expected 1',
			() => openCatalog({ status: 403, code: 'key-refused' } as never),
		],
		['other-form', 'the data has the form undefined: expected 1', () => openCatalog(null as never)],
		['other-form', 'the data has the form undefined: expected 1', () => openCatalog('damaged' as never)],
		[
			'other-form',
			'there is no table "rumours"',
			() => openCatalog(redone(lookup, { tables: { rumours: {} } })),
		],
		[
			'damaged',
			'the data is damaged: its digest differs',
			() => openCatalog({ ...lookup, data_version: 'x' }),
		],
		[
			'damaged',
			'the data is damaged: its digest differs',
			() => openCatalog({ ...lookup, tables: names.tables }),
		],
		[
			'damaged',
			'the data is damaged: its digest differs',
			() => openCatalog({ ...lookup, tables: null as never }),
		],
		[
			'incomplete',
			'the data has no releases: expected lookup.json, alone or with others',
			() => openCatalog(names),
		],
		[
			'incomplete',
			'the data has no releases: expected lookup.json, alone or with others',
			() => openCatalog([]),
		],
	])('%s: %s', (code, message, open) => {
		expect(refusal(open)).toEqual([code, message]);
	});
});
