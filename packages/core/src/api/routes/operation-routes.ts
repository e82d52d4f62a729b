import { item, version } from '../parameters.ts';
import type { Route } from '../route.ts';

/** The four operations whose path differs only in the form of the item. */
const byItem = {
	path: '/items/{item}',
	operationId: 'getItem',
	tag: 'Lookup',
	summary: 'Latest release, next release, or major versions of a board',
	description: `The segment selects the operation:

- starts with a digit: the latest release of that major version, resolved with the canonical board of its era (a longer version answers for its major version);
- \`BOARD:MAJOR\`: the latest release of that major version for the board (two components count as a major version);
- \`BOARD:VERSION\` with at least three components: the same, and the next release, to which the header \`Link\` leads. Write 14.1 as \`14.1.0\`;
- \`BOARD\`: every major version the board has ever supported.`,
	parameters: { item },
} as const;

const boardsOfVersion = {
	path: '/items/{version}/board_ids',
	operationId: 'getBoardIds',
	tag: 'Lookup',
	summary: 'Boards that support a version',
	description: 'Every board ID that supports the major version of the given version.',
	parameters: { version },
	answerIs: 'The compatibility record.',
} as const;

/** The five operations. They ignore their query. */
export const operationRoutes = [
	{
		path: '/items/{majorVersion}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: byItem,
		answer: 'VersionRecords',
		examples: { latestOfMajor: '/items/14', latestOfClassicMajor: '/items/9.2' },
	},
	{
		path: '/items/{boardID}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: byItem,
		answer: 'BoardRecord',
		examples: { majorsOfBoard: '/items/J293AP' },
	},
	{
		path: '/items/{boardID}:{majorVersion}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: byItem,
		answer: 'VersionRecords',
		examples: {},
	},
	{
		path: '/items/{boardID}:{version}',
		access: 'key',
		answeredBy: 'operation',
		describedAs: byItem,
		answer: 'ProximoRecords',
		examples: { nextOfBoard: '/items/J293AP:14.7.2' },
	},
	{
		path: '/items/{version}/board_ids',
		access: 'key',
		answeredBy: 'operation',
		describedAs: boardsOfVersion,
		answer: 'CompatibilityRecord',
		examples: { classic: '/items/3.4/board_ids' },
	},
] as const satisfies readonly Route[];
