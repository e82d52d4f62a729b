import type { adviceRecord } from '@pointrelease/core/src/api/reads/advice.ts';
import type { boardDetails, boardList, boardSummary } from '@pointrelease/core/src/api/reads/board.ts';
import type { cveRecord } from '@pointrelease/core/src/api/reads/cves.ts';
import type { exposureRecord } from '@pointrelease/core/src/api/reads/exposure.ts';
import type { majorList, majorSummary } from '@pointrelease/core/src/api/reads/majors.ts';
import type {
	releaseBoards,
	releaseCves,
	releasesOfMajor,
	releasesOfOneBoard,
} from '@pointrelease/core/src/api/reads/releases.ts';
import type { searchResults } from '@pointrelease/core/src/api/reads/search.ts';

/** The records of the API. Taken from the functions that make them, so page and service always agree. */
export type BoardRecord = ReturnType<typeof boardDetails>;
export type BoardSummary = ReturnType<typeof boardSummary>;
export type BoardList = ReturnType<typeof boardList>;
export type MajorList = ReturnType<typeof majorList>;
export type MajorSummary = ReturnType<typeof majorSummary>;
export type MajorReleases = ReturnType<typeof releasesOfMajor>;
export type BoardReleases = ReturnType<typeof releasesOfOneBoard>;
export type ReleaseRecord = MajorReleases['releases'][number];
export type ReleaseCves = ReturnType<typeof releaseCves>;
export type ReleaseBoards = ReturnType<typeof releaseBoards>;
export type CveRecord = ReturnType<typeof cveRecord>;
export type { CveCheckRecord } from '@pointrelease/core/src/api/reads/cves.ts';
export type ExposureRecord = ReturnType<typeof exposureRecord>;
export type SourceRecord = MajorReleases['sources'][number];
export type SearchRecord = ReturnType<typeof searchResults>;
export type AdviceRecord = ReturnType<typeof adviceRecord>;

/** `/dataset`. Written out here, because server code answers it, which the page must not import. */
export interface DatasetRecord {
	readonly data_version: string;
	readonly data_changed: string;
	readonly following: boolean;
	readonly held_for_review: number;
	readonly held_since: string | null;
	readonly pulled: readonly { readonly version: string; readonly pulled_on: string }[];
	readonly feeds: readonly {
		readonly feed: string;
		readonly state: 'waiting' | 'fresh' | 'stale' | 'frozen' | 'off';
		readonly last_answer: string | null;
		readonly last_change: string | null;
		readonly failures: number;
		readonly problem: string | null;
	}[];
}

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
