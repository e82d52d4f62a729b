import type * as z from 'zod';
import { advice, adviceList, adviceOutcome, policyList } from './advice-shapes.ts';
import { board, boardList, boardReleases, enforceable, releaseBoards } from './board-shapes.ts';
import { cveCheck, cveRecord } from './cve-shapes.ts';
import { dataDocument, dataTables, kit, sofaFeed } from './data-shapes.ts';
import { exposure } from './exposure-shapes.ts';
import {
	boardRecord,
	compatibilityRecord,
	proximoRecord,
	proximoRecords,
	versionRecord,
	versionRecords,
} from './lookup-shapes.ts';
import { majorList, majorReleases, majorSummary, newMac, recentChange, releaseCves } from './major-shapes.ts';
import { minimum } from './minimum-shapes.ts';
import { problem } from './problem-shape.ts';
import { buildDetails, buildRecord, installer, release, securityResponse } from './release-shapes.ts';
import {
	buildResult,
	cveResult,
	macResult,
	macWithoutNumber,
	releaseResult,
	searchResults,
	searchVerdict,
	viewResult,
} from './search-shapes.ts';
import {
	apiDescription,
	dataset,
	license,
	liveness,
	paymentTaken,
	readiness,
	subscription,
} from './service-shapes.ts';
import { source } from './values.ts';

/**
 * The shape of every record by its name in the API description. The types of records, the description, the types of the
 * client and what tools for agents answer are made from it. The core imports it for its types alone, so that neither a
 * bundle nor an installation of the core needs the schema library.
 */
export const shapes = {
	VersionRecords: versionRecords,
	ProximoRecords: proximoRecords,
	VersionRecord: versionRecord,
	ProximoRecord: proximoRecord,
	BoardRecord: boardRecord,
	CompatibilityRecord: compatibilityRecord,
	BoardList: boardList,
	Board: board,
	Build: buildRecord,
	SecurityResponse: securityResponse,
	BuildDetails: buildDetails,
	Installer: installer,
	Release: release,
	BoardReleases: boardReleases,
	Enforceable: enforceable,
	MajorSummary: majorSummary,
	MajorList: majorList,
	MajorReleases: majorReleases,
	MacResult: macResult,
	MacWithoutNumber: macWithoutNumber,
	ReleaseResult: releaseResult,
	BuildResult: buildResult,
	SearchResults: searchResults,
	SearchVerdict: searchVerdict,
	Advice: advice,
	Problem: problem,
	Readiness: readiness,
	SofaFeed: sofaFeed,
	Dataset: dataset,
	Source: source,
	Exposure: exposure,
	Cve: cveRecord,
	ReleaseCves: releaseCves,
	PolicyList: policyList,
	Minimum: minimum,
	AdviceOutcome: adviceOutcome,
	AdviceList: adviceList,
	DataTables: dataTables,
	DataDocument: dataDocument,
	NewMac: newMac,
	RecentChange: recentChange,
	Kit: kit,
	CveCheck: cveCheck,
	ReleaseBoards: releaseBoards,
	CveResult: cveResult,
	ViewResult: viewResult,
	License: license,
	Subscription: subscription,
	Liveness: liveness,
	ApiDescription: apiDescription,
	PaymentTaken: paymentTaken,
};

type Frozen<T> = T extends readonly (infer Item)[]
	? readonly Frozen<Item>[]
	: T extends object
		? { readonly [Name in keyof T]: Frozen<T[Name]> }
		: T;

/** What a record of each name holds. */
export type Shapes = { readonly [Name in keyof typeof shapes]: Frozen<z.infer<(typeof shapes)[Name]>> };
export type ShapeName = keyof Shapes;
