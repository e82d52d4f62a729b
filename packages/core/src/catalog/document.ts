import { sha256Hex } from '../text/sha256.ts';
import { type PackedTables, packTables } from './tables/packed.ts';
import type { TableName, Tables } from './tables/tables.ts';

/** The data for a program that looks it up: some or all columns of the tables of one data version. */
export interface DataDocument {
	/** The form of a document. A number that a program does not know is of a newer one. */
	readonly format: number;
	readonly data_version: string;
	/** The moment the data last changed, RFC 3339 in UTC. */
	readonly data_changed: string;
	/** SHA-256 of the data version, the moment and the tables as JSON, with line feeds between them. */
	readonly digest: string;
	readonly tables: PackedTables;
}

export const documentFormat = 1;

type ColumnsOfPiece = { readonly [N in TableName]?: readonly (keyof Tables[N][number])[] | 'all' };

const releaseColumns = ['major', 'version', 'released', 'withdrawn', 'scope'] as const;
const supportColumns = ['board_id', 'major', 'first', 'last'] as const;

/** Which columns are in which document. `sources` has what no other names: where facts come from, and notes for reviewers. */
const columnsOfPieces = {
	/** What the five operations need. */
	lookup: {
		boards: ['board_id', 'kind', 'model_identifier', 'update_id'],
		primaryReleases: releaseColumns,
		primarySupport: supportColumns,
		legacyReleases: releaseColumns,
		legacySupport: supportColumns,
		variants: ['variant', 'version'],
		canonical: 'all',
		aliases: ['alias', 'board_id'],
		excluded: ['identifier', 'reason'],
		changes: ['changed'],
		caseNumbers: ['case_number', 'board_id'],
	},
	/** What machines are called, and when they were introduced. */
	names: {
		boards: ['name', 'processor', 'introduced', 'introduced_precision'],
		otherNames: ['name', 'board_id', 'machine'],
		machines: ['board_id', 'name', 'first', 'last', 'first_x'],
		majorNames: ['major', 'system', 'name'],
		numberless: ['name', 'processor', 'introduced', 'introduced_precision', 'first', 'last', 'ran', 'reason'],
		remarks: ['subject', 'remark'],
	},
	/** Builds, what was pulled and replaced, and which release fixes what: what advice needs. */
	security: {
		boards: ['confidence'],
		primaryReleases: ['precision', 'confidence'],
		legacyReleases: ['precision', 'confidence'],
		primarySupport: ['confidence'],
		legacySupport: ['confidence'],
		builds: ['build', 'version', 'released', 'kind', 'name', 'boards'],
		pulls: ['version', 'pulled_on', 'listed_again_on', 'boards'],
		replaced: ['build', 'replaced_on', 'boards'],
		variants: ['released', 'precision', 'confidence'],
		securityLists: ['version', 'state', 'article'],
		securityFixes: ['version', 'cve', 'confidence'],
		securityExploited: ['cve', 'kev_added', 'kev_due', 'vendor_says'],
		securityElsewhere: ['cve', 'kev_added', 'kev_due', 'systems', 'fixed_in'],
		securityResponses: [
			'version',
			'letter',
			'build',
			'base_build',
			'kind',
			'released',
			'boards',
			'except',
			'cves',
			'article',
			'superseded_by',
			'withdrawn',
			'confidence',
		],
		securityRecords: [
			'cve',
			'state',
			'updated',
			'fixed_in',
			'dropped',
			'impact',
			'exploited',
			'exploitation',
			'automatable',
			'technical_impact',
			'assessed',
			'kev_added',
		],
		securityBlocks: ['first', 'last'],
		safari: ['safari', 'released', 'majors', 'builds', 'bundles', 'state', 'article'],
		safariFixes: ['safari', 'released', 'cve', 'confidence'],
		securitySlips: ['version', 'cve'],
	},
} as const satisfies Record<string, ColumnsOfPiece>;

type NamedPiece = keyof typeof columnsOfPieces;
/** A document with a part of the data; each column is in one of them. */
export type Piece = NamedPiece | 'sources';

const namedPieces = Object.keys(columnsOfPieces) as NamedPiece[];
export const pieces: readonly Piece[] = [...namedPieces, 'sources'];

function hasColumn(piece: NamedPiece, table: TableName, column: string): boolean {
	const columns = (columnsOfPieces[piece] as Record<string, readonly string[] | 'all' | undefined>)[table];
	return columns === 'all' || (columns?.includes(column) ?? false);
}

/** The document of a piece, or of the whole data. */
export function makeDocument(
	tables: Tables,
	version: string,
	piece: Piece | null = null,
): DataDocument & { readonly format: typeof documentFormat } {
	const takes = (table: TableName, column: string) => {
		if (piece === null) return true;
		const others = namedPieces.filter((named) => hasColumn(named, table, column));
		return piece === 'sources' ? others.length === 0 : others.includes(piece);
	};
	const packed = packTables(tables, takes);
	const { changed } = tables.changes.at(-1)!;
	return {
		format: documentFormat,
		data_version: version,
		data_changed: changed,
		digest: digestOf({ version, changed, tables: packed }),
		tables: packed,
	};
}

/** The digest of a document, which tells whether it arrived whole. */
export function digestOf(content: {
	readonly version: string;
	readonly changed: string;
	readonly tables: PackedTables;
}): string {
	const { version, changed, tables } = content;
	return sha256Hex(`${version}\n${changed}\n${JSON.stringify(tables)}`);
}
