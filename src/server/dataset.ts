import type { OwnFields } from '@pointrelease/core/src/api/answer.ts';
import { releasesAtom } from '@pointrelease/core/src/api/atom.ts';
import { releasesCalendar } from '@pointrelease/core/src/api/calendar.ts';
import { forEveryCache } from '@pointrelease/core/src/api/headers.ts';
import { macAtom, macCalendar } from '@pointrelease/core/src/api/mac-feed.ts';
import { badPath } from '@pointrelease/core/src/api/operations.ts';
import { decodeSegments } from '@pointrelease/core/src/api/path.ts';
import { isProblem, type Problem } from '@pointrelease/core/src/api/problem.ts';
import { recordOf } from '@pointrelease/core/src/api/reads/asked-mac.ts';
import { readCoreDocument } from '@pointrelease/core/src/api/reads/exports.ts';
import { refusedAddress } from '@pointrelease/core/src/api/refused-query.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { cveNotice } from '@pointrelease/core/src/catalog/cve-notice.ts';
import { cachedBody, createAnswerCache } from '../api/answer-cache.ts';
import { compressedAnswer } from '../api/compressed-answer.ts';
import type { ReadyAnswer } from '../api/ready-answer.ts';
import type { DatasetStatus } from '../feeds/state/dataset-status.ts';
import { problemSender, sendAnswer } from './responses.ts';

/** An answer that needs a key and is made from more than the catalog. */
export type KeyedAnswer = (catalog: Catalog, request: Request) => ReadyAnswer;

/** How many releases the Atom feed holds: about a year of them. */
const atomReleases = 50;

/** `/dataset`: which data is served, how fresh it is, and the state of each feed. */
export function datasetAnswer(status: () => DatasetStatus): KeyedAnswer {
	return (catalog) => {
		// The state of the feeds changes with every poll, so no `Last-Modified`.
		const body = JSON.stringify(datasetRecord(status()));
		return stateAnswer(catalog, body, { 'Last-Modified': null }, Number.POSITIVE_INFINITY);
	};
}

/** `/dataset/core.json` without a key, where pages are public: any cache may store it. */
export function publicCoreAnswer(
	catalog: () => Catalog,
	today: () => string,
): (request: Request) => Response {
	const cache = createAnswerCache(Number.POSITIVE_INFINITY);
	return (request) => {
		const data = catalog();
		const refused = refusedAddress(request.url);
		if (refused) return problemSender(data)(refused);
		const answer = cache.findOrMake(data, '', () =>
			compressedAnswer(data, { ...readCoreDocument(data), fields: forEveryCache }),
		);
		return sendAnswer(request, answer, { lastModified: Date.parse(data.changed), today });
	};
}

/** `/releases.atom`: new releases, for people and chat bots; `self` is the feed's own path. */
export function atomAnswer(
	baseUrl: () => string,
	learnt: () => ReadonlyMap<string, string>,
	more: OwnFields = {},
): (catalog: Catalog, self?: string) => ReadyAnswer {
	const ownFields = { 'Content-Type': 'application/atom+xml; charset=utf-8', ...more };
	return (catalog, self = '/releases.atom') => {
		const options = { baseUrl: baseUrl(), limit: atomReleases, self, learnt: learnt() };
		return stateAnswer(catalog, releasesAtom(catalog, options), ownFields);
	};
}

/** `/calendar.ics`: releases and ends of support, for calendars. */
export function calendarAnswer(
	baseUrl: () => string,
	today: () => string,
	more: OwnFields = {},
): (catalog: Catalog) => ReadyAnswer {
	const ownFields = { 'Content-Type': 'text/calendar; charset=utf-8', ...more };
	return (catalog) => stateAnswer(catalog, releasesCalendar(catalog, baseUrl(), today()), ownFields);
}

/** The feed or the calendar of one Mac; null at any other path. */
export type MacFeed = (catalog: Catalog, path: string) => ReadyAnswer | Problem | null;

const macFeedPath = /^(?:\/feeds\/[^/]+)?\/boards\/([^/]+)\/releases\.(atom|ics)$/;

/** `/boards/{board_id}/releases.atom` and `.ics`, also below the address of a token. `ownFields` are those of public ones. */
export function macFeedAnswer(
	baseUrl: () => string,
	today: () => string,
	ownFields: OwnFields = {},
): MacFeed {
	return (catalog, path) => {
		const [, segment, form] = macFeedPath.exec(path) ?? [];
		if (segment === undefined) return null;
		const [name] = decodeSegments(`/${segment}`) ?? [];
		if (name === undefined) return badPath;
		const isAtom = form === 'atom';
		const made = recordOf(catalog, name, (board) => ({
			board_ids: board.identifiers,
			body: (isAtom ? macAtom : macCalendar)({ catalog, board, today: today(), baseUrl: baseUrl() }),
		}));
		if (isProblem(made)) return made;
		const type = isAtom ? 'application/atom+xml' : 'text/calendar';
		return stateAnswer(catalog, made.body, { 'Content-Type': `${type}; charset=utf-8`, ...ownFields });
	};
}

export function datasetRecord(status: DatasetStatus): Shapes['Dataset'] {
	const { dataVersion, changed, following, feeds, quarantine, heldItems, pulled, stale, frozen, clockOff } =
		status;
	return {
		data_version: dataVersion,
		data_changed: changed,
		cve_notice: cveNotice,
		following,
		stale,
		frozen,
		feed_shape_changed: feeds.some(({ lost }) => lost.length > 0),
		clock_off_seconds: clockOff === null ? null : Math.round(clockOff / 1000),
		held_for_review: quarantine,
		held_since: heldItems[0]?.firstSeen ?? null,
		pulled: pulled.map(({ version, pulledOn, boards }) => ({
			version,
			pulled_on: pulledOn,
			board_ids: boards,
		})),
		feeds: feeds.map(({ feed, state, lastTry, lastAnswer, moved, failures, problem, pending, lost }) => ({
			feed,
			state,
			last_try: lastTry,
			last_answer: lastAnswer,
			last_change: moved,
			failures,
			problem,
			pending,
			missing_members: lost,
		})),
	};
}

/** May change at any moment, so caches must revalidate every time; the tag makes that cheap. */
export function stateAnswer(
	catalog: Catalog,
	body: string,
	ownFields: OwnFields,
	changed?: number,
): ReadyAnswer {
	const fields = { 'Cache-Control': 'private, no-cache', ...ownFields };
	return cachedBody(catalog, { body, fields, ...(changed !== undefined && { changed }) });
}
