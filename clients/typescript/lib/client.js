import { ask, askText, post, postMessage } from './ask.js';
import { connect } from './options.js';
export { memoryCache } from './cache.js';
export { PointreleaseProblem, PointreleaseUnreachable } from './problem.js';
/** A client of one service. The key stays inside: no return value, error or printed form shows it. */
export function createClient(options) {
    const connection = connect(options);
    const get = (path, call) => ask(connection, path, call);
    const getFirst = async (path, call) => (await get(path, call))[0];
    return {
        /** The latest release of a major, for the board that represents its era. */
        latestOfMajor: (version, call) => getFirst(`/items/${part(version)}`, call),
        /** The latest release of a major for a board. */
        latestOfBoard: (board, major, call) => getFirst(`/items/${part(board)}:${part(major)}`, call),
        /** An exact release of a board, with the release right after it. */
        nextOfBoard: (board, version, call) => getFirst(`/items/${part(board)}:${part(asRelease(version))}`, call),
        /** Every major that a board has ever supported. */
        majorsOfBoard: (board, call) => get(`/items/${part(board)}`, call),
        /** Every board that supports a version. */
        boardsOfVersion: (version, call) => get(`/items/${part(version)}/board_ids`, call),
        boards: (call) => get('/boards', call),
        board: (board, call) => get(`/boards/${part(board)}`, call),
        releasesOfBoard: (board, call) => get(`/boards/${part(board)}/releases`, call),
        majors: (call) => get('/releases', call),
        releasesOfMajor: (version, call) => get(`/releases/${part(version)}`, call),
        /** The Macs that one release is for; write the release with three components. */
        boardsOfRelease: (version, call) => get(`/releases/${part(version)}/boards`, call),
        /** A build, and the later updates that did not change the version. */
        build: (build, call) => get(`/builds/${part(build)}`, call),
        /** Finds Macs, releases and builds by name, best first; `offset` skips results. */
        search: (text, { limit, offset, ...call } = {}) => get(`/search${query({ q: text, limit, offset })}`, call),
        /** What to do about a board that runs a version. */
        advice: (board, version, policy = {}, call) => get(`/advice/${part(board)}:${part(version)}${query(policy)}`, call),
        /** The same for many Macs, each as `BOARD:VERSION`; an item that fails has its problem instead. */
        adviceForAll: (macs, policy = {}, call) => get(`/advice${query({ ...policy, item: [...macs] })}`, call),
        /** The fixes that a board on a version misses, exploited vulnerabilities first. */
        exposure: (board, version, { as_of, ...call } = {}) => get(`/exposure/${part(board)}:${part(version)}${query({ as_of })}`, call),
        /** Which releases fix a CVE, and whether it is exploited. */
        cve: (id, { as_of, ...call } = {}) => get(`/cves/${part(id)}${query({ as_of })}`, call),
        /** Whether a board on a version has the fix for a CVE: `fixed`, `missing` or `not-stated`. */
        cveOfBoard: (id, board, version, { as_of, ...call } = {}) => get(`/cves/${part(id)}/${part(board)}:${part(version)}${query({ as_of })}`, call),
        /** The CVEs that one release fixes. */
        cvesOfRelease: (version, call) => get(`/releases/${part(version)}/cves`, call),
        /** The policies that can be requested by name. */
        policies: (call) => get('/policies', call),
        /** The files of a policy for an MDM: the first file of a format (`ddm`, `fleet` or `nudge`), as text. */
        enforcement: (policy, format, call) => askText(connection, `/enforce/${part(policy)}/${part(format)}`, '*/*', call),
        /** Any file of a format. */
        enforcementFile: (policy, format, file, call) => askText(connection, `/enforce/${part(policy)}/${part(format)}/${part(file)}`, '*/*', call),
        /** Every file of the kit, with its checksum. */
        kit: ({ policy, ...call } = {}) => get(`/kit/index.json${query({ policy })}`, call),
        /** A client with the address of the service filled in, as text. */
        kitFile: (file, { policy, ...call } = {}) => askText(connection, `/kit/${part(file)}${query({ policy })}`, '*/*', call),
        /** The same file as `enforcementFile`. */
        kitEnforcementFile: (policy, format, file, call) => askText(connection, `/kit/${part(policy)}/${part(format)}/${part(file)}`, '*/*', call),
        /** The version, age and feeds of the data. */
        dataset: (call) => get('/dataset', call),
        /** Every table of the data set as text. */
        tables: (call) => get('/dataset/tables', call),
        /** Boards, releases and their support, as CSV for spreadsheets and databases. */
        boardsCsv: (call) => askText(connection, '/export/boards.csv', 'text/csv', call),
        releasesCsv: (call) => askText(connection, '/export/releases.csv', 'text/csv', call),
        supportCsv: (call) => askText(connection, '/export/support.csv', 'text/csv', call),
        /**
         * The releases in the format of SOFA, if the operator enabled it; `ended` is the number of unsupported majors
         * in it.
         */
        sofaFeedV1: ({ ended, ...call } = {}) => get(`/sofa/v1/macos_data_feed.json${query({ ended })}`, call),
        sofaFeedV2: ({ ended, ...call } = {}) => get(`/sofa/v2/macos_data_feed.json${query({ ended })}`, call),
        /** The newest releases as an Atom feed, in XML, for a reader without a key: its address has a token. */
        releasesAtomOf: (token, call) => askText(connection, `/feeds/${part(token)}/releases.atom`, 'application/atom+xml', call),
        /** The newest releases as an Atom feed, in XML. */
        releasesAtom: (call) => askText(connection, '/releases.atom', 'application/atom+xml', call),
        /**
         * Releases and ends of support as a calendar (iCalendar), for a program without a key: its address has a
         * token.
         */
        calendarOf: (token, call) => askText(connection, `/feeds/${part(token)}/calendar.ics`, 'text/calendar', call),
        /** Releases and ends of support as a calendar (iCalendar). */
        calendar: (call) => askText(connection, '/calendar.ics', 'text/calendar', call),
        /** The license of the key: when it ends, and its requests. */
        license: (call) => get('/license', call),
        /** The addresses of feed and calendar that work without a key; null until they are created. */
        subscription: (call) => get('/subscription', call),
        /** Returns these addresses, and creates them if necessary, if the operator enabled it. */
        startSubscription: (call) => post(connection, '/subscription/start', call),
        /** Removes these addresses, if the operator enabled it. */
        endSubscription: (call) => post(connection, '/subscription/end', call),
        /**
         * Sends one message of the Model Context Protocol, if the operator enabled it; the answer is JSON or an event
         * stream, as text.
         */
        mcp: (message, call) => postMessage(connection, '/mcp', message, call),
        /** Whether the process runs. */
        alive: (call) => get('/livez', call),
        /** The state of the service, even while it is not ready. */
        readiness: (call) => ask(connection, '/readyz', call, [503]),
        /** The API description of this service. */
        description: (call) => get('/openapi.json', call),
    };
}
function part(text) {
    return encodeURIComponent(text);
}
function query(parameters) {
    const given = new URLSearchParams();
    for (const [name, value] of Object.entries(parameters)) {
        for (const item of Array.isArray(value) ? value : [value])
            if (item !== undefined)
                given.append(name, String(item));
    }
    return given.size > 0 ? `?${given}` : '';
}
/**
 * The service takes one or two components for a major; with a third one of zero they name the release. One component
 * below 11 is neither, and the service says so.
 */
function asRelease(version) {
    const components = version.split('.').length;
    if (components === 1 && Number(version) >= 11)
        return `${version}.0.0`;
    return components === 2 ? `${version}.0` : version;
}
