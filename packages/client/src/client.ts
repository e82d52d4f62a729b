import { ask, askText, type CallOptions, post, postMessage } from './ask.ts';
import { readBoard, readMajor, readRelease, readVersion } from './operands.ts';
import { type ClientOptions, connect } from './options.ts';
import { askInParts } from './parts.ts';
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
	CveCheck,
	DataDocument,
	Dataset,
	DataTables,
	Enforceable,
	Exposure,
	Kit,
	License,
	MajorList,
	MajorReleases,
	Minimum,
	Policy,
	PolicyList,
	ProximoRecord,
	Readiness,
	ReleaseBoards,
	ReleaseCves,
	SearchResults,
	SofaFeed,
	Subscription,
	VersionRecord,
} from './records.ts';

export type { CallOptions, Send } from './ask.ts';
export { type AnswerCache, type KeptAnswer, memoryCache } from './cache.ts';
export type { ClientOptions } from './options.ts';
export { PointreleaseProblem, PointreleaseUnreachable } from './problem.ts';
export type * from './records.ts';

export type Client = ReturnType<typeof createClient>;

/** The day to look from: what came later does not exist yet. */
interface DayOptions extends CallOptions {
	as_of?: string;
}

/** Options of the lowest versions at a door. */
interface DoorOptions extends DayOptions {
	/** The deadline (default) or the target. */
	at?: 'deadline' | 'target';
	/** Whether Macs that no allowed release was made for are admitted. */
	hardware?: 'allow' | 'refuse';
}

/** Options of a read about a Mac on a version. */
interface MacOptions extends DayOptions {
	/** The version of Safari that it has, such as `26.6.1`. */
	safari?: string;
}

/** A client of one service. The key stays inside: no return value, error or printed form shows it. */
export function createClient(options: ClientOptions) {
	const connection = connect(options);
	const get = <T>(path: string, call?: CallOptions) => ask<T>(connection, path, call);
	const getFirst = async <T>(path: string, call?: CallOptions) => (await get<[T]>(path, call))[0];
	const getOn = <T>(path: string, { as_of, safari, ...call }: MacOptions = {}) =>
		get<T>(path + query({ as_of, safari }), call);
	const textOn = (path: string, { as_of, ...call }: DayOptions = {}, type = 'text/csv') =>
		askText(connection, path + query({ as_of }), type, call);
	return {
		/** The latest release of a major, for the board that represents its era. */
		latestOfMajor: async (version: string, call?: CallOptions): Promise<VersionRecord> =>
			getFirst(`/items/${part(readVersion(version))}`, call),
		/** The latest release of a major for a board. */
		latestOfBoard: async (board: string, major: string, call?: CallOptions): Promise<VersionRecord> =>
			getFirst(`/items/${part(board)}:${part(readMajor(major))}`, call),
		/** An exact release of a board, with the release right after it. */
		nextOfBoard: async (board: string, version: string, call?: CallOptions): Promise<ProximoRecord> =>
			getFirst(`/items/${part(board)}:${part(readRelease(version))}`, call),
		/** Every major that a board has ever supported. */
		majorsOfBoard: async (board: string, call?: CallOptions): Promise<BoardRecord> =>
			get(`/items/${part(readBoard(board))}`, call),
		/** Every board that supports a version. */
		boardsOfVersion: async (version: string, call?: CallOptions): Promise<CompatibilityRecord> =>
			get(`/items/${part(version)}/board_ids`, call),

		boards: (call?: DayOptions): Promise<BoardList> => getOn('/boards', call),
		board: async (board: string, call?: DayOptions): Promise<Board> => getOn(`/boards/${part(board)}`, call),
		releasesOfBoard: async (board: string, call?: DayOptions): Promise<BoardReleases> =>
			getOn(`/boards/${part(board)}/releases`, call),
		/** What Apple's list has for a Mac, and until when: a declaration can name these releases. */
		enforceable: async (mac: string, call?: DayOptions): Promise<Enforceable> =>
			getOn(`/enforceable/${part(mac)}`, call),
		majors: (call?: DayOptions): Promise<MajorList> => getOn('/releases', call),
		releasesOfMajor: async (version: string, call?: DayOptions): Promise<MajorReleases> =>
			getOn(`/releases/${part(version)}`, call),
		/** The Macs that one release is for; write the release with three components. */
		boardsOfRelease: async (version: string, call?: DayOptions): Promise<ReleaseBoards> =>
			getOn(`/releases/${part(version)}/boards`, call),
		/** A build, and the later updates that did not change the version. */
		build: async (build: string, call?: DayOptions): Promise<BuildDetails> =>
			getOn(`/builds/${part(build)}`, call),
		/** Finds Macs, releases and builds by name, best first; `offset` skips results. */
		search: (
			text: string,
			{ limit, offset, as_of, ...call }: DayOptions & { limit?: number; offset?: number } = {},
		): Promise<SearchResults> => get(`/search${query({ q: text, limit, offset, as_of })}`, call),
		/** What to do about a board that runs a version. */
		advice: async (
			board: string,
			version: string,
			policy: Policy = {},
			call?: CallOptions,
		): Promise<Advice> => get(`/advice/${part(board)}:${part(version)}${query(policy)}`, call),
		/**
		 * The same for any number of Macs, each as `BOARD:VERSION`, in their order; a Mac that the service refuses has its
		 * problem instead. Takes one request for each 100 Macs: if one fails, its error has the Macs of that request in
		 * `macs`.
		 */
		adviceForAll: (macs: readonly string[], policy: Policy = {}, call?: CallOptions): Promise<AdviceList> =>
			askInParts(macs, (items) => get(`/advice${query({ ...policy, item: items })}`, call)),
		/** The fixes that a board on a version misses, exploited vulnerabilities first. */
		exposure: async (board: string, version: string, call?: MacOptions): Promise<Exposure> =>
			getOn(`/exposure/${part(board)}:${part(version)}`, call),
		/** Which releases fix a CVE, and whether it is exploited. */
		cve: async (id: string, call?: DayOptions): Promise<Cve> => getOn(`/cves/${part(id)}`, call),
		/** Whether a board on a version has the fix for a CVE: `fixed`, `missing` or `not-stated`. */
		cveOfBoard: async (id: string, board: string, version: string, call?: MacOptions): Promise<CveCheck> =>
			getOn(`/cves/${part(id)}/${part(board)}:${part(version)}`, call),
		/** The CVEs that one release fixes. */
		cvesOfRelease: async (version: string, call?: DayOptions): Promise<ReleaseCves> =>
			getOn(`/releases/${part(version)}/cves`, call),
		/** The policies that can be requested by name. */
		policies: (call?: CallOptions): Promise<PolicyList> => get('/policies', call),
		/** The files of a policy for an MDM: the first file of a format (`ddm`, `fleet` or `nudge`), as text. */
		enforcement: async (policy: string, format: string, call?: DayOptions) =>
			textOn(`/enforce/${part(policy)}/${part(format)}`, call, '*/*'),
		/** Any file of a format. */
		enforcementFile: async (policy: string, format: string, file: string, call?: DayOptions) =>
			textOn(`/enforce/${part(policy)}/${part(format)}/${part(file)}`, call, '*/*'),
		/** The lowest versions that a policy admits today, for single sign-on, VPNs and device trust, if the operator enabled it. */
		minimum: async (policy: string, { at, hardware, as_of, ...call }: DoorOptions = {}): Promise<Minimum> =>
			get(`/minimum/${part(policy)}${query({ at, hardware, as_of })}`, call),
		/** The lowest version of one major, as text; a problem if none is admitted. */
		minimumOfMajor: async (
			policy: string,
			major: string,
			{ at, hardware, as_of, ...call }: DoorOptions = {},
		) =>
			askText(
				connection,
				`/minimum/${part(policy)}/${part(major)}${query({ at, hardware, as_of })}`,
				'text/plain',
				call,
			),
		/** Every file of the kit, with its checksum. */
		kit: ({ policy, as_of, ...call }: DayOptions & { policy?: string } = {}): Promise<Kit> =>
			get(`/kit/index.json${query({ policy, as_of })}`, call),
		/** A client with the address of the service filled in, as text. */
		kitFile: async (file: string, { policy, ...call }: CallOptions & { policy?: string } = {}) =>
			askText(connection, `/kit/${part(file)}${query({ policy })}`, '*/*', call),
		/** The same file as `enforcementFile`. */
		kitEnforcementFile: async (policy: string, format: string, file: string, call?: DayOptions) =>
			textOn(`/kit/${part(policy)}/${part(format)}/${part(file)}`, call, '*/*'),

		/** The version, age and feeds of the data. */
		dataset: (call?: CallOptions): Promise<Dataset> => get('/dataset', call),
		/** Every table of the data set as text. */
		tables: (call?: CallOptions): Promise<DataTables> => get('/dataset/tables', call),
		/** The data for `openCatalog` of `@pointrelease/core`, with what the service has learned since. */
		coreDocument: (call?: CallOptions): Promise<DataDocument> => get('/dataset/core.json', call),
		/** Boards, releases and their support, as CSV for spreadsheets and databases. */
		boardsCsv: (call?: DayOptions) => textOn('/export/boards.csv', call),
		releasesCsv: (call?: DayOptions) => textOn('/export/releases.csv', call),
		supportCsv: (call?: DayOptions) => textOn('/export/support.csv', call),
		/** The ends of updates by name of Mac, for the import of asset models of Snipe-IT. */
		snipeItCsv: (call?: DayOptions) => textOn('/export/snipe-it.csv', call),
		/**
		 * The releases in the format of SOFA, if the operator enabled it; `ended` is the number of unsupported majors
		 * in it.
		 */
		sofaFeedV1: ({ ended, ...call }: CallOptions & { ended?: number } = {}): Promise<SofaFeed> =>
			get(`/sofa/v1/macos_data_feed.json${query({ ended })}`, call),
		sofaFeedV2: ({ ended, ...call }: CallOptions & { ended?: number } = {}): Promise<SofaFeed> =>
			get(`/sofa/v2/macos_data_feed.json${query({ ended })}`, call),
		/** The newest releases as an Atom feed, in XML, for a reader without a key: its address has a token. */
		releasesAtomOf: async (token: string, call?: CallOptions) =>
			askText(connection, `/feeds/${part(token)}/releases.atom`, 'application/atom+xml', call),
		/** The newest releases as an Atom feed, in XML. */
		releasesAtom: (call?: CallOptions) => askText(connection, '/releases.atom', 'application/atom+xml', call),
		/**
		 * Releases and ends of support as a calendar (iCalendar), for a program without a key: its address has a
		 * token.
		 */
		calendarOf: async (token: string, call?: CallOptions) =>
			askText(connection, `/feeds/${part(token)}/calendar.ics`, 'text/calendar', call),
		/** Releases and ends of support as a calendar (iCalendar). */
		calendar: (call?: CallOptions) => askText(connection, '/calendar.ics', 'text/calendar', call),
		/** The feed of one Mac. */
		macAtom: (mac: string, call?: CallOptions) =>
			askText(connection, `/boards/${part(mac)}/releases.atom`, 'application/atom+xml', call),
		/** The calendar of one Mac. */
		macCalendar: (mac: string, call?: CallOptions) =>
			askText(connection, `/boards/${part(mac)}/releases.ics`, 'text/calendar', call),
		/** The feed and the calendar of one Mac for a program without a key: their addresses have a token. */
		macAtomOf: async (token: string, mac: string, call?: CallOptions) =>
			askText(
				connection,
				`/feeds/${part(token)}/boards/${part(mac)}/releases.atom`,
				'application/atom+xml',
				call,
			),
		macCalendarOf: async (token: string, mac: string, call?: CallOptions) =>
			askText(connection, `/feeds/${part(token)}/boards/${part(mac)}/releases.ics`, 'text/calendar', call),
		/** The license of the key: when it ends, and its requests. */
		license: (call?: CallOptions): Promise<License> => get('/license', call),
		/** The addresses of feed and calendar that work without a key; null until they are created. */
		subscription: (call?: CallOptions): Promise<Subscription> => get('/subscription', call),
		/** Returns these addresses, and creates them if necessary, if the operator enabled it. */
		startSubscription: (call?: CallOptions): Promise<Subscription> =>
			post(connection, '/subscription/start', call),
		/** Removes these addresses, if the operator enabled it. */
		endSubscription: (call?: CallOptions): Promise<Subscription> =>
			post(connection, '/subscription/end', call),
		/**
		 * Sends one message of the Model Context Protocol, if the operator enabled it; the answer is JSON or an event
		 * stream, as text.
		 */
		mcp: (message: object, call?: CallOptions) => postMessage(connection, '/mcp', message, call),

		/** Whether the process runs. */
		alive: (call?: CallOptions): Promise<{ status: 'alive' }> => get('/livez', call),
		/** The state of the service, even while it is not ready. */
		readiness: (call?: CallOptions): Promise<Readiness> => ask(connection, '/readyz', call, [503]),
		/** The API description of this service. */
		description: async (call?: CallOptions): Promise<{ openapi: string }> => get('/openapi.json', call),
	};
}

/** Without types a version may be a number, which lost its last zeros, and a lone surrogate stands for no text. */
function part(text: string): string {
	if (typeof text !== 'string' || /\p{Surrogate}/u.test(text))
		throw new TypeError(
			`expected a text, not ${typeof text === 'string' ? JSON.stringify(text) : `the ${typeof text} ${text}`}`,
		);
	return encodeURIComponent(text);
}

function query(parameters: Record<string, string | number | readonly string[] | undefined>): string {
	const given = new URLSearchParams();
	for (const [name, value] of Object.entries(parameters)) {
		for (const item of Array.isArray(value) ? value : [value])
			if (item !== undefined) given.append(name, String(item));
	}
	return given.size > 0 ? `?${given}` : '';
}
