import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';

/** The records of the API. */
export type BoardRecord = Shapes['Board'];
export type BoardList = Shapes['BoardList'];
export type BoardSummary = Omit<BoardList['boards'][number], 'names' | 'majors'>;
export type MajorList = Shapes['MajorList'];
export type MajorSummary = Shapes['MajorSummary'];
export type MajorReleases = Shapes['MajorReleases'];
export type BoardReleases = Shapes['BoardReleases'];
export type EnforceableRecord = Shapes['Enforceable'];
export type ReleaseRecord = Shapes['Release'];
export type ReleaseCves = Shapes['ReleaseCves'];
export type ReleaseBoards = Shapes['ReleaseBoards'];
export type CveRecord = Shapes['Cve'];
export type CveCheckRecord = Shapes['CveCheck'];
export type ExposureRecord = Shapes['Exposure'];
export type SourceRecord = Shapes['Source'];
export type SearchRecord = Shapes['SearchResults'];
export type AdviceRecord = Shapes['Advice'];
export type DatasetRecord = Shapes['Dataset'];

/** The result of a request to the service. */
export type Outcome<T> =
	| { readonly state: 'loading' }
	| { readonly state: 'ready'; readonly value: T }
	/** The key is missing or was refused. */
	| { readonly state: 'refused'; readonly detail: string }
	/** Nothing has this name. The problem may suggest other names. */
	| {
			readonly state: 'missing';
			readonly detail: string;
			readonly suggestions: readonly string[];
			/** Whether several Macs have this name; `suggestions` lists them. */
			readonly isSeveral: boolean;
			/** For an unknown major version: those of its era. */
			readonly majors: readonly string[];
			/** For an unknown release: those right before and after it. */
			readonly releases: readonly string[];
	  }
	| { readonly state: 'failed'; readonly detail: string }
	/** A rate limit is exhausted. `seconds` is the time until the service answers again. */
	| { readonly state: 'busy'; readonly seconds: number }
	| { readonly state: 'unreachable' };

export type NoAnswer = Exclude<Outcome<unknown>, { state: 'ready' | 'loading' }>;
