import type { components, operations } from '../lib/schema.d.ts';

/** The records of the service, as its API description names them. */
type Schemas = components['schemas'];

export type VersionRecord = Schemas['VersionRecord'];
export type ProximoRecord = Schemas['ProximoRecord'];
export type BoardRecord = Schemas['BoardRecord'];
export type CompatibilityRecord = Schemas['CompatibilityRecord'];
export type BoardList = Schemas['BoardList'];
export type Board = Schemas['Board'];
export type BoardReleases = Schemas['BoardReleases'];
export type BuildDetails = Schemas['BuildDetails'];
export type Kit = Schemas['Kit'];
export type MajorList = Schemas['MajorList'];
export type MajorReleases = Schemas['MajorReleases'];
export type SearchResults = Schemas['SearchResults'];
export type Advice = Schemas['Advice'];
export type AdviceList = Schemas['AdviceList'];
export type ReleaseBoards = Schemas['ReleaseBoards'];
export type ReleaseCves = Schemas['ReleaseCves'];
export type Exposure = Schemas['Exposure'];
export type Cve = Schemas['Cve'];
export type CveCheck = Schemas['CveCheck'];
export type PolicyList = Schemas['PolicyList'];
export type DataDocument = Schemas['DataDocument'];
export type DataTables = Schemas['DataTables'];
export type SofaFeed = Schemas['SofaFeed'];
export type License = Schemas['License'];
export type Subscription = Schemas['Subscription'];
export type Dataset = Schemas['Dataset'];
export type Readiness = Schemas['Readiness'];
export type ProblemRecord = Schemas['Problem'];
export type ProblemCode = ProblemRecord['code'];

/** `as_of`, `defer_days` and `behind`. */
export type Policy = NonNullable<operations['getAdvice']['parameters']['query']>;
