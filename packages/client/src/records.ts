import type { AdviceQuery, Records } from '../lib/schema.d.ts';

/** The records of the service, as its API description names them. */
export type VersionRecord = Records['VersionRecord'];
export type ProximoRecord = Records['ProximoRecord'];
export type BoardRecord = Records['BoardRecord'];
export type CompatibilityRecord = Records['CompatibilityRecord'];
export type BoardList = Records['BoardList'];
export type Board = Records['Board'];
export type BoardReleases = Records['BoardReleases'];
export type Enforceable = Records['Enforceable'];
export type BuildDetails = Records['BuildDetails'];
export type Kit = Records['Kit'];
export type MajorList = Records['MajorList'];
export type MajorReleases = Records['MajorReleases'];
export type Minimum = Records['Minimum'];
export type SearchResults = Records['SearchResults'];
export type Advice = Records['Advice'];
export type AdviceList = Records['AdviceList'];
export type ReleaseBoards = Records['ReleaseBoards'];
export type ReleaseCves = Records['ReleaseCves'];
export type Exposure = Records['Exposure'];
export type Cve = Records['Cve'];
export type CveCheck = Records['CveCheck'];
export type PolicyList = Records['PolicyList'];
export type DataDocument = Records['DataDocument'];
export type DataTables = Records['DataTables'];
export type SofaFeed = Records['SofaFeed'];
export type License = Records['License'];
export type Subscription = Records['Subscription'];
export type Dataset = Records['Dataset'];
export type Readiness = Records['Readiness'];
export type ProblemRecord = Records['Problem'];
export type ProblemCode = ProblemRecord['code'];

/** `as_of`, `defer_days` and `behind`. */
export type Policy = AdviceQuery;
