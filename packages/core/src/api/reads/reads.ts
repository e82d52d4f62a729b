import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import type { Answer } from '../answer.ts';
import { decodeSegments, pathOf, queryOf } from '../path.ts';
import type { Problem } from '../problem.ts';
import { refusedQuery } from '../refused-query.ts';
import { parametersOf } from '../route.ts';
import { type KitPath, matchRoute, type ReadPath, routes } from '../routes.ts';
import { readAdvice } from './advice.ts';
import { readAdvices } from './advice-list.ts';
import { readBoard, readBoards } from './board.ts';
import { readBuild } from './builds.ts';
import { readCve, readCveCheck } from './cves.ts';
import { readEnforcement, readEnforcementFile } from './enforce.ts';
import {
	readBoardsTable,
	readCoreDocument,
	readReleasesTable,
	readSupportTable,
	readTablesOfData,
} from './exports.ts';
import { readExposure } from './exposure.ts';
import { readMajors } from './majors.ts';
import { readPolicies } from './policies.ts';
import type { Read } from './read.ts';
import { readReleaseBoards, readReleaseCves, readReleasesOfBoard, readReleasesOfMajor } from './releases.ts';
import { readSearch } from './search.ts';

/** The handler of each read in the table of routes. */
const reads: { readonly [Path in ReadPath]: Read<Path> } = {
	'/boards': readBoards,
	'/boards/{board_id}': readBoard,
	'/boards/{board_id}/releases': readReleasesOfBoard,
	'/releases': readMajors,
	'/releases/{version}': readReleasesOfMajor,
	'/releases/{version}/boards': readReleaseBoards,
	'/releases/{version}/cves': readReleaseCves,
	'/builds/{build}': readBuild,
	'/search': readSearch,
	'/advice': readAdvices,
	'/advice/{board_version}': readAdvice,
	'/exposure/{board_version}': readExposure,
	'/cves/{cve_id}': readCve,
	'/cves/{cve_id}/{board_version}': readCveCheck,
	'/policies': readPolicies,
	'/enforce/{policy}/{format}': readEnforcement,
	'/enforce/{policy}/{format}/{file}': readEnforcementFile,
	'/dataset/tables': readTablesOfData,
	'/dataset/core.json': readCoreDocument,
	'/export/boards.csv': readBoardsTable,
	'/export/releases.csv': readReleasesTable,
	'/export/support.csv': readSupportTable,
};

/** The schema that deployed tools read. */
const sofaPath = '/sofa/v1/macos_data_feed.json';

/** What a read depends on besides the catalog and the request. */
export interface ReadSetting {
	/** Today in UTC, YYYY-MM-DD. */
	today(): string;
	readonly policies: NamedPolicies;
	/** The address at which the client reaches the service. */
	address?(request: Request): string | null;
	/** Whether the feed in SOFA's shape is public. */
	readonly sofaIsPublic?: boolean;
	/** Reads that need more than the data: those of the kit. */
	readonly more?: { readonly [Path in KitPath]?: Read<Path> };
}

/** The answer of a read, a problem, or null for any other path. */
export function answerRead(
	catalog: Catalog,
	request: Request,
	{ today, policies, address, sofaIsPublic, more = {} }: ReadSetting,
): Answer | Problem | null {
	const segments = decodeSegments(pathOf(request.url));
	const route = segments && routes[matchRoute(segments)];
	const read = route && (more[route.path as KitPath] ?? reads[route.path as ReadPath]);
	if (!read) return null;
	const query = queryOf(request.url);
	const refused = refusedQuery(route, query);
	if (refused) return refused;
	const from = address?.(request) ?? null;
	return (read as Read<ReadPath>)(catalog, {
		// The types of the tables guarantee that each handler gets the parameters of its path.
		parameters: parametersOf(route, segments!) as never,
		query,
		accept: request.headers.get('accept'),
		today: today(),
		policies,
		address: from,
		ownSofaUrl: sofaIsPublic && from !== null ? from + sofaPath : null,
	});
}
