import { ask, askText, type CallOptions, type Connection, type Send } from './ask.ts';
import { type AnswerCache, memoryCache } from './cache.ts';
import type {
	Advice,
	AdviceList,
	Board,
	BoardList,
	BoardRecord,
	BoardReleases,
	BuildDetails,
	CompatibilityRecord,
	Cve,
	Dataset,
	DataTables,
	Exposure,
	MajorList,
	MajorReleases,
	Policy,
	PolicyList,
	ProximoRecord,
	Readiness,
	ReleaseCves,
	SearchResults,
	SofaFeed,
	VersionRecord,
} from './records.ts';

export type { CallOptions, Send } from './ask.ts';
export { type AnswerCache, type KeptAnswer, memoryCache } from './cache.ts';
export { PointreleaseProblem, PointreleaseUnreachable } from './problem.ts';
export type * from './records.ts';

export interface ClientOptions {
	/** Where the service is, for example `https://releases.example.com`; empty for the page's own host. */
	address: string;
	/** The license key in decoded form; the three public operations work without one. */
	key?: string | undefined;
	/** Milliseconds for one try: 10,000 unless given. */
	timeout?: number | undefined;
	/** How often to try in all, when there is no answer, or 429 or 5xx: 3 unless given. */
	tries?: number | undefined;
	/** Where answers are kept for their ETag: in memory unless given, nowhere with false. */
	cache?: AnswerCache | false | undefined;
	/** Sends the requests: the global `fetch` unless given. */
	fetch?: Send | undefined;
}

export type Client = ReturnType<typeof createClient>;

/** A client of one service. The key stays inside: nothing that it returns, throws or prints shows it. */
export function createClient(options: ClientOptions) {
	const connection = connect(options);
	const get = <T>(path: string, call?: CallOptions) => ask<T>(connection, path, call);
	const one = async <T>(path: string, call?: CallOptions) => (await get<[T]>(path, call))[0];
	return {
		/** The latest release of a major, for the board that stands for its era. */
		latestOfMajor: (version: string, call?: CallOptions) =>
			one<VersionRecord>(`/items/${part(version)}`, call),
		/** The latest release of a major for a board. */
		latestOfBoard: (board: string, major: string, call?: CallOptions) =>
			one<VersionRecord>(`/items/${part(board)}:${part(major)}`, call),
		/** The same for one exact release, with the release right after it. */
		nextOfBoard: (board: string, version: string, call?: CallOptions) =>
			one<ProximoRecord>(`/items/${part(board)}:${part(asRelease(version))}`, call),
		/** Every major that a board has ever supported. */
		majorsOfBoard: (board: string, call?: CallOptions) => get<BoardRecord>(`/items/${part(board)}`, call),
		/** Every board that supports a version. */
		boardsOfVersion: (version: string, call?: CallOptions) =>
			get<CompatibilityRecord>(`/items/${part(version)}/board_ids`, call),

		boards: (call?: CallOptions) => get<BoardList>('/boards', call),
		board: (board: string, call?: CallOptions) => get<Board>(`/boards/${part(board)}`, call),
		releasesOfBoard: (board: string, call?: CallOptions) =>
			get<BoardReleases>(`/boards/${part(board)}/releases`, call),
		majors: (call?: CallOptions) => get<MajorList>('/releases', call),
		releasesOfMajor: (version: string, call?: CallOptions) =>
			get<MajorReleases>(`/releases/${part(version)}`, call),
		/** What a build is, and the updates after it that left the version as it is. */
		build: (build: string, call?: CallOptions) => get<BuildDetails>(`/builds/${part(build)}`, call),
		/** Macs, releases and builds by what they are called, best first; `offset` turns the page. */
		search: (
			text: string,
			{ limit, offset, ...call }: CallOptions & { limit?: number; offset?: number } = {},
		) => get<SearchResults>(`/search${query({ q: text, limit, offset })}`, call),
		/** What to do with a board that is on a version. */
		advice: (board: string, version: string, policy: Policy = {}, call?: CallOptions) =>
			get<Advice>(`/advice/${part(board)}:${part(version)}${query(policy)}`, call),
		/** The same for many Macs, each as `BOARD:VERSION`; one that cannot be answered for has its problem. */
		adviceForAll: (macs: readonly string[], policy: Policy = {}, call?: CallOptions) =>
			get<AdviceList>(`/advice${query({ ...policy, item: [...macs] })}`, call),
		/** The fixes that a board on a version misses, exploited holes first. */
		exposure: (board: string, version: string, { as_of, ...call }: CallOptions & { as_of?: string } = {}) =>
			get<Exposure>(`/exposure/${part(board)}:${part(version)}${query({ as_of })}`, call),
		/** Which releases fix a CVE, and whether it is exploited. */
		cve: (id: string, call?: CallOptions) => get<Cve>(`/cves/${part(id)}`, call),
		/** What one release fixes. */
		cvesOfRelease: (version: string, call?: CallOptions) =>
			get<ReleaseCves>(`/releases/${part(version)}/cves`, call),
		/** The policies that may be asked for by name. */
		policies: (call?: CallOptions) => get<PolicyList>('/policies', call),
		/** What a policy means for an MDM: the first file of the format (`ddm`, `fleet` or `nudge`), as text. */
		enforcement: (policy: string, format: string, call?: CallOptions) =>
			askText(connection, `/enforce/${part(policy)}/${part(format)}`, '*/*', call),
		/** The same for any file of the format. */
		enforcementFile: (policy: string, format: string, file: string, call?: CallOptions) =>
			askText(connection, `/enforce/${part(policy)}/${part(format)}/${part(file)}`, '*/*', call),

		/** Which data the service answers from, and how fresh it is. */
		dataset: (call?: CallOptions) => get<Dataset>('/dataset', call),
		/** Every table of the data set as text. */
		tables: (call?: CallOptions) => get<DataTables>('/dataset/tables', call),
		/** Boards, releases and what runs where, as CSV for spreadsheets and databases. */
		boardsCsv: (call?: CallOptions) => askText(connection, '/export/boards.csv', 'text/csv', call),
		releasesCsv: (call?: CallOptions) => askText(connection, '/export/releases.csv', 'text/csv', call),
		supportCsv: (call?: CallOptions) => askText(connection, '/export/support.csv', 'text/csv', call),
		/** The releases in the form of SOFA, where the operator has it on. */
		sofaFeedV1: (call?: CallOptions) => get<SofaFeed>('/sofa/v1/macos_data_feed.json', call),
		sofaFeedV2: (call?: CallOptions) => get<SofaFeed>('/sofa/v2/macos_data_feed.json', call),
		/** The newest releases as an Atom feed, in XML; a reader that sends no key has a token in its address. */
		releasesAtomOf: (token: string, call?: CallOptions) =>
			askText(connection, `/feeds/${part(token)}/releases.atom`, 'application/atom+xml', call),
		/** The newest releases as an Atom feed, in XML. */
		releasesAtom: (call?: CallOptions) => askText(connection, '/releases.atom', 'application/atom+xml', call),

		/** Whether the process is there at all. */
		alive: (call?: CallOptions) => get<{ status: 'alive' }>('/livez', call),
		/** How the service is; also while it is not ready. */
		readiness: (call?: CallOptions) => ask<Readiness>(connection, '/readyz', call, 503),
		/** The API description of this very service. */
		description: (call?: CallOptions) => get<{ openapi: string }>('/openapi.json', call),
	};
}

function connect({ address, key, timeout, tries, cache, fetch: send }: ClientOptions): Connection {
	// A runtime that refuses such a header repeats its value in the message.
	if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
		throw new TypeError('the license key holds characters that no key has');
	return {
		address: address.replace(/\/+$/, ''),
		key: key ?? null,
		timeout: timeout ?? 10_000,
		tries: Math.max(1, tries ?? 3),
		cache: cache === false ? null : (cache ?? memoryCache()),
		// Browsers want their fetch called on the window, not on an object of ours.
		fetch: send ?? ((input, init) => globalThis.fetch(input, init)),
	};
}

function part(text: string): string {
	return encodeURIComponent(text);
}

function query(parameters: Record<string, string | number | readonly string[] | undefined>): string {
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) {
		for (const one of Array.isArray(value) ? value : [value])
			if (one !== undefined) given.append(name, String(one));
	}
	return given.size > 0 ? `?${given}` : '';
}

/**
 * The service takes one or two components for a major; zeros up to the third name the release itself. One component
 * below 11 names neither, and the service says so.
 */
function asRelease(version: string): string {
	const components = version.split('.').length;
	if (components === 1 && Number(version) >= 11) return `${version}.0.0`;
	return components === 2 ? `${version}.0` : version;
}
