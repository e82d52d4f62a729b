import { expect, test } from 'bun:test';
import { readFolder } from '../../../../src/data/load.ts';
import { shippedFolder } from '../../../../test/shipped-data.ts';
import { smallData } from '../../../../test/small-data.ts';
import { type DataDocument, digestOf, makeDocument, pieces } from './document.ts';
import { unpackTables } from './tables/packed.ts';
import { readTables } from './tables/tables.ts';

const small = readTables(smallData()).tables;

const columnsIn = ({ tables }: DataDocument) =>
	Object.entries(tables).flatMap(([name, columns]) =>
		Object.keys(columns).map((column) => `${name}.${column}`),
	);

test('each column is in exactly one piece, and all pieces are the whole data', () => {
	const documents = pieces.map((piece) => makeDocument(small, 'v', piece));
	const whole = makeDocument(small, 'v');
	expect(documents.flatMap(columnsIn).toSorted()).toEqual(columnsIn(whole).toSorted());
	const { tables } = readTables(readFolder(shippedFolder));
	const parts = pieces.map((piece) => makeDocument(tables, 'v', piece).tables);
	expect(Bun.deepEquals(unpackTables(...parts), tables, true)).toBe(true);
});

test('a document says which data it has, and its digest', () => {
	const { tables, ...head } = makeDocument(small, '2026-01-02-abc', 'lookup');
	const { changed } = small.changes.at(-1)!;
	const content = { version: '2026-01-02-abc', changed, tables };
	expect(head).toEqual({
		format: 1,
		data_version: '2026-01-02-abc',
		data_changed: changed,
		digest: digestOf(content),
	});
	expect(head.digest).toMatch(/^[0-9a-f]{64}$/);
	const again = JSON.parse(JSON.stringify(tables));
	expect(digestOf({ ...content, tables: again })).toBe(head.digest);
	expect(digestOf({ ...content, version: '2026-01-02-abd' })).not.toBe(head.digest);
	expect(digestOf({ ...content, changed: '2026-01-02T00:00:00Z' })).not.toBe(head.digest);
	expect(digestOf({ ...content, tables: { ...tables, canonical: {} } })).not.toBe(head.digest);
});
