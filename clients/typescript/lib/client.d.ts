import { type CallOptions } from './ask.ts';
import { type ClientOptions } from './options.ts';
import type { Advice, AdviceList, Board, BoardList, BoardRecord, BoardReleases, BuildDetails, CompatibilityRecord, Cve, CveCheck, Dataset, DataTables, Exposure, Kit, License, MajorList, MajorReleases, Policy, PolicyList, ProximoRecord, Readiness, ReleaseBoards, ReleaseCves, SearchResults, SofaFeed, Subscription, VersionRecord } from './records.ts';
export type { CallOptions, Send } from './ask.ts';
export { type AnswerCache, type KeptAnswer, memoryCache } from './cache.ts';
export type { ClientOptions } from './options.ts';
export { PointreleaseProblem, PointreleaseUnreachable } from './problem.ts';
export type * from './records.ts';
export type Client = ReturnType<typeof createClient>;
/** A client of one service. The key stays inside: no return value, error or printed form shows it. */
export declare function createClient(options: ClientOptions): {
    /** The latest release of a major, for the board that represents its era. */
    latestOfMajor: (version: string, call?: CallOptions) => Promise<VersionRecord>;
    /** The latest release of a major for a board. */
    latestOfBoard: (board: string, major: string, call?: CallOptions) => Promise<VersionRecord>;
    /** An exact release of a board, with the release right after it. */
    nextOfBoard: (board: string, version: string, call?: CallOptions) => Promise<ProximoRecord>;
    /** Every major that a board has ever supported. */
    majorsOfBoard: (board: string, call?: CallOptions) => Promise<BoardRecord>;
    /** Every board that supports a version. */
    boardsOfVersion: (version: string, call?: CallOptions) => Promise<CompatibilityRecord>;
    boards: (call?: CallOptions) => Promise<BoardList>;
    board: (board: string, call?: CallOptions) => Promise<Board>;
    releasesOfBoard: (board: string, call?: CallOptions) => Promise<BoardReleases>;
    majors: (call?: CallOptions) => Promise<MajorList>;
    releasesOfMajor: (version: string, call?: CallOptions) => Promise<MajorReleases>;
    /** The Macs that one release is for; write the release with three components. */
    boardsOfRelease: (version: string, call?: CallOptions) => Promise<ReleaseBoards>;
    /** A build, and the later updates that did not change the version. */
    build: (build: string, call?: CallOptions) => Promise<BuildDetails>;
    /** Finds Macs, releases and builds by name, best first; `offset` skips results. */
    search: (text: string, { limit, offset, ...call }?: CallOptions & {
        limit?: number;
        offset?: number;
    }) => Promise<SearchResults>;
    /** What to do about a board that runs a version. */
    advice: (board: string, version: string, policy?: Policy, call?: CallOptions) => Promise<Advice>;
    /** The same for many Macs, each as `BOARD:VERSION`; an item that fails has its problem instead. */
    adviceForAll: (macs: readonly string[], policy?: Policy, call?: CallOptions) => Promise<AdviceList>;
    /** The fixes that a board on a version misses, exploited vulnerabilities first. */
    exposure: (board: string, version: string, { as_of, ...call }?: CallOptions & {
        as_of?: string;
    }) => Promise<Exposure>;
    /** Which releases fix a CVE, and whether it is exploited. */
    cve: (id: string, { as_of, ...call }?: CallOptions & {
        as_of?: string;
    }) => Promise<Cve>;
    /** Whether a board on a version has the fix for a CVE: `fixed`, `missing` or `not-stated`. */
    cveOfBoard: (id: string, board: string, version: string, { as_of, ...call }?: CallOptions & {
        as_of?: string;
    }) => Promise<CveCheck>;
    /** The CVEs that one release fixes. */
    cvesOfRelease: (version: string, call?: CallOptions) => Promise<ReleaseCves>;
    /** The policies that can be requested by name. */
    policies: (call?: CallOptions) => Promise<PolicyList>;
    /** The files of a policy for an MDM: the first file of a format (`ddm`, `fleet` or `nudge`), as text. */
    enforcement: (policy: string, format: string, call?: CallOptions) => Promise<string>;
    /** Any file of a format. */
    enforcementFile: (policy: string, format: string, file: string, call?: CallOptions) => Promise<string>;
    /** Every file of the kit, with its checksum. */
    kit: ({ policy, ...call }?: CallOptions & {
        policy?: string;
    }) => Promise<Kit>;
    /** A client with the address of the service filled in, as text. */
    kitFile: (file: string, { policy, ...call }?: CallOptions & {
        policy?: string;
    }) => Promise<string>;
    /** The same file as `enforcementFile`. */
    kitEnforcementFile: (policy: string, format: string, file: string, call?: CallOptions) => Promise<string>;
    /** The version, age and feeds of the data. */
    dataset: (call?: CallOptions) => Promise<Dataset>;
    /** Every table of the data set as text. */
    tables: (call?: CallOptions) => Promise<DataTables>;
    /** Boards, releases and their support, as CSV for spreadsheets and databases. */
    boardsCsv: (call?: CallOptions) => Promise<string>;
    releasesCsv: (call?: CallOptions) => Promise<string>;
    supportCsv: (call?: CallOptions) => Promise<string>;
    /**
     * The releases in the format of SOFA, if the operator enabled it; `ended` is the number of unsupported majors
     * in it.
     */
    sofaFeedV1: ({ ended, ...call }?: CallOptions & {
        ended?: number;
    }) => Promise<SofaFeed>;
    sofaFeedV2: ({ ended, ...call }?: CallOptions & {
        ended?: number;
    }) => Promise<SofaFeed>;
    /** The newest releases as an Atom feed, in XML, for a reader without a key: its address has a token. */
    releasesAtomOf: (token: string, call?: CallOptions) => Promise<string>;
    /** The newest releases as an Atom feed, in XML. */
    releasesAtom: (call?: CallOptions) => Promise<string>;
    /**
     * Releases and ends of support as a calendar (iCalendar), for a program without a key: its address has a
     * token.
     */
    calendarOf: (token: string, call?: CallOptions) => Promise<string>;
    /** Releases and ends of support as a calendar (iCalendar). */
    calendar: (call?: CallOptions) => Promise<string>;
    /** The license of the key: when it ends, and its requests. */
    license: (call?: CallOptions) => Promise<License>;
    /** The addresses of feed and calendar that work without a key; null until they are created. */
    subscription: (call?: CallOptions) => Promise<Subscription>;
    /** Returns these addresses, and creates them if necessary, if the operator enabled it. */
    startSubscription: (call?: CallOptions) => Promise<Subscription>;
    /** Removes these addresses, if the operator enabled it. */
    endSubscription: (call?: CallOptions) => Promise<Subscription>;
    /**
     * Sends one message of the Model Context Protocol, if the operator enabled it; the answer is JSON or an event
     * stream, as text.
     */
    mcp: (message: object, call?: CallOptions) => Promise<string>;
    /** Whether the process runs. */
    alive: (call?: CallOptions) => Promise<{
        status: 'alive';
    }>;
    /** The state of the service, even while it is not ready. */
    readiness: (call?: CallOptions) => Promise<Readiness>;
    /** The API description of this service. */
    description: (call?: CallOptions) => Promise<{
        openapi: string;
    }>;
};
