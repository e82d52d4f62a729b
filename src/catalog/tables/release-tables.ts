import type { DataSet } from '../catalog.ts';
import { type ReleaseRow, type SupportRow, shapes, type Tables } from './tables.ts';

/** One of the two data sets: its releases and which boards run them. */
export interface ReleaseTable {
	readonly dataSet: DataSet;
	readonly name: 'legacyReleases' | 'primaryReleases';
	readonly file: string;
	readonly rows: readonly ReleaseRow[];
	readonly support: { readonly file: string; readonly rows: readonly SupportRow[] };
}

/** Both data sets, oldest first, so that majors come out in version order. */
export function releaseTables(tables: Tables): readonly ReleaseTable[] {
	return [
		{
			dataSet: 'legacy',
			name: 'legacyReleases',
			file: shapes.legacyReleases.file,
			rows: tables.legacyReleases,
			support: { file: shapes.legacySupport.file, rows: tables.legacySupport },
		},
		{
			dataSet: 'primary',
			name: 'primaryReleases',
			file: shapes.primaryReleases.file,
			rows: tables.primaryReleases,
			support: { file: shapes.primarySupport.file, rows: tables.primarySupport },
		},
	];
}
