import { assemble } from '../catalog/assemble.ts';
import { type DataDocument, digestOf, documentFormat } from '../catalog/document.ts';
import { madeOf } from '../catalog/make-catalog.ts';
import { UnreadableTables, unpackTables } from '../catalog/tables/packed.ts';
import type { Tables } from '../catalog/tables/tables.ts';
import { type FindClose, type Macs, macsIn } from './macs.ts';

/** Why data was refused. */
export type RefusedBecause = 'damaged' | 'incomplete' | 'older' | 'other-form' | 'other-version';

/** Thrown by `openCatalog`, and by nothing else. */
export class DataRefused extends Error {
	override readonly name = 'DataRefused';
	readonly code: RefusedBecause;

	constructor(code: RefusedBecause, message: string) {
		super(message);
		this.code = code;
	}
}

export interface OpenOptions {
	/** The data in use: data that is older than it is refused. */
	readonly newerThan?: Pick<Macs, 'changed' | 'dataVersion'>;
	/** How misses find names that are close to an unknown one; without it by spelling. `/names` has one by meaning. */
	readonly findClose?: FindClose;
}

/**
 * Opens `data/lookup.json`, alone or with more documents of the same data version.
 *
 * @throws DataRefused if the data is damaged, of another form, of several versions, or older than `newerThan`.
 */
export function openCatalog(
	data: DataDocument | readonly DataDocument[],
	{ newerThan, findClose }: OpenOptions = {},
): Macs {
	const documents: readonly DataDocument[] = Array.isArray(data) ? data : [data];
	for (const document of documents) check(document);
	const [first] = documents;
	if (!first) throw incomplete();
	const { data_version: version, data_changed: changed } = first;
	for (const other of documents)
		if (other.data_version !== version)
			throw new DataRefused(
				'other-version',
				`the data is of two versions, ${version} and ${other.data_version}: expected documents of one`,
			);
	if (newerThan && (changed < newerThan.changed || version.slice(0, 10) < newerThan.dataVersion.slice(0, 10)))
		throw new DataRefused(
			'older',
			`the data is of ${changed}: expected none older than ${newerThan.changed}`,
		);
	const tables = unpack(documents);
	if (tables.canonical.length === 0) throw incomplete();
	return macsIn(madeOf(tables, assemble(tables, version)).catalog, findClose);
}

function incomplete(): DataRefused {
	return new DataRefused(
		'incomplete',
		'the data has no releases: expected lookup.json, alone or with others',
	);
}

/** A document comes from a file or a network, so its type is not certain. */
function check(document: DataDocument): void {
	const { format, data_version: version, data_changed: changed, digest, tables } = document ?? {};
	if (format !== documentFormat)
		throw new DataRefused(
			'other-form',
			`the data has the form ${JSON.stringify(format)}: expected ${documentFormat}`,
		);
	if (typeof tables !== 'object' || tables === null || digestOf({ version, changed, tables }) !== digest)
		throw new DataRefused('damaged', 'the data is damaged: its digest differs');
}

function unpack(documents: readonly DataDocument[]): Tables {
	try {
		return unpackTables(...documents.map(({ tables }) => tables));
	} catch (thrown) {
		// Its digest is right, so it was made like this.
		if (thrown instanceof UnreadableTables) throw new DataRefused('other-form', thrown.message);
		throw thrown;
	}
}
