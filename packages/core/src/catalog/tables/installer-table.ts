import { compareBuilds } from '../build-number.ts';
import { anyText, build, oneOf, release, someOf } from './readers.ts';
import { type Reader, type Row, sortedTable } from './table.ts';

/** Also used for addresses of feeds: people follow them, so they lead to Apple alone. */
export const downloadAddress: Reader<string> = {
	expected: "an address that begins with https:// on one of Apple's download servers",
	read: (cell) =>
		cell.length <= 400 && /^https:\/\/[a-z0-9.-]+\.(?:apple|cdn-apple)\.com\/[\w./%~@!+-]+$/.test(cell)
			? cell
			: undefined,
};

const maybeSize: Reader<number | null> = {
	expected: 'a number of bytes, or nothing',
	read: (cell) => (cell === '' ? null : /^[1-9]\d{0,12}$/.test(cell) ? Number(cell) : undefined),
	instead: null,
};

export const installerKinds = ['full', 'restore', 'update-only'] as const;

const installerColumns = {
	version: release,
	build: { ...build, compare: compareBuilds },
	kind: oneOf(...installerKinds),
	url: downloadAddress,
	size: maybeSize,
	sources: someOf,
	note: anyText,
};

export type InstallerRow = Row<typeof installerColumns>;

export const installerShape = {
	...sortedTable('installers.csv', installerColumns, ['version', 'build', 'kind'], 'build'),
	isNew: true,
};
