import { dayOfFacts, ended } from '../parameters.ts';
import {
	readBoardsTable,
	readCoreDocument,
	readReleasesTable,
	readSnipeItTable,
	readSupportTable,
	readTablesOfData,
} from '../reads/exports.ts';
import { type Route, read, readOfFile } from '../route.ts';

/** Spreadsheets send nothing but HTTP Basic. */
const csv = {
	keyAlsoAs: 'basic',
	forms: { 'text/csv': { type: 'string' } },
	answerIs: 'CSV with the names of the columns in its first line.',
} as const;

const sofa = {
	access: 'key',
	keyAlsoAs: 'basic',
	answeredBy: 'service',
	optional: true,
	tag: 'Data',
	description:
		'For tools that can read a SOFA feed from another address. Available if the operator has set `SOFA_FEED`: with `key` send the license key as it is or as the password of HTTP Basic; with `public` no key is needed.',
	hints: { ended },
	answer: 'SofaFeed',
	answerIs: 'The feed.',
	validFor: 'public',
	canMiss: true,
} as const;

/** The data as a whole. */
export const dataRoutes = [
	read({
		path: '/dataset/tables',
		operationId: 'getTables',
		summary: 'The whole data set',
		description:
			'The text of every table, for programs that look up many Macs locally. The fleet report downloads it once and sends no inventory data anywhere.',
		query: {},
		answer: 'DataTables',
		answerIs: 'The tables.',
		handler: readTablesOfData,
	}),
	read({
		path: '/dataset/core.json',
		operationId: 'getCoreDocument',
		summary: 'The data of the library',
		description:
			"What the library's `lookup.json` holds, with everything that the service has learned since. `openCatalog` of `@pointrelease/core` opens it in place of that file. Where pages are public, no key is asked for.",
		query: {},
		answer: 'DataDocument',
		answerIs: 'The document.',
		validFor: 'public',
		handler: readCoreDocument,
	}),
	readOfFile({
		path: '/export/boards.csv',
		operationId: 'exportBoards',
		summary: 'Every board as a table',
		description:
			'One row for each board: names, model identifiers, its first release and its latest; at the end when updates ended, or the month in which they are expected to end (`estimated_end`, an estimate), and why. Cells that look like formulas start with an apostrophe.',
		query: dayOfFacts,
		...csv,
		handler: readBoardsTable,
	}),
	readOfFile({
		path: '/export/releases.csv',
		operationId: 'exportReleases',
		summary: 'Every release as a table',
		description:
			'One row for each release: its major version, day and builds. Cells that look like formulas start with an apostrophe.',
		query: dayOfFacts,
		...csv,
		handler: readReleasesTable,
	}),
	readOfFile({
		path: '/export/support.csv',
		operationId: 'exportSupport',
		summary: 'Every board and release as a table',
		description:
			'One row for each board and release that it runs, with the next release and the latest of the major version, ready to join with an inventory. Cells that look like formulas start with an apostrophe.',
		query: dayOfFacts,
		...csv,
		handler: readSupportTable,
	}),
	readOfFile({
		path: '/export/snipe-it.csv',
		operationId: 'exportSnipeIt',
		summary: 'Ends of updates, for Snipe-IT',
		description:
			"One row for each name of a Mac that runs macOS 11 or later, as Snipe-IT's import of asset models takes it, with what is certain about its updates in the notes. Without estimates. Cells that look like formulas start with an apostrophe.",
		query: dayOfFacts,
		...csv,
		handler: readSnipeItTable,
	}),
	{
		path: '/dataset',
		access: 'key',
		answeredBy: 'service',
		operationId: 'getDataset',
		tag: 'Data',
		summary: 'State of the data',
		description:
			'The version of the data, when it last changed, when each feed was last polled and last answered, and how many items are held for review.',
		query: {},
		answer: 'Dataset',
		answerIs: 'State of the data.',
		validFor: 'state',
	},
	{
		path: '/sofa/v1/macos_data_feed.json',
		operationId: 'getSofaFeedV1',
		summary: 'SOFA feed, first schema',
		...sofa,
	},
	{
		path: '/sofa/v2/macos_data_feed.json',
		operationId: 'getSofaFeedV2',
		summary: 'SOFA feed, second schema',
		...sofa,
	},
] as const satisfies readonly Route[];
