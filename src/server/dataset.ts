import { type Answer, etagOf } from '../api/answer.ts';
import { releasesAtom } from '../api/atom.ts';
import { answerHeaders } from '../api/headers.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { DatasetStatus } from '../feeds/state/dataset-status.ts';

/** An answer behind the key that is not of the catalog alone. Looked up by path. */
export type KeyedAnswer = (catalog: Catalog) => Answer;

/** How many releases the Atom feed holds: about a year of them. */
const atomReleases = 50;

/** `/dataset`: which data is served, how fresh it is, and how each feed is. */
export function datasetAnswer(status: () => DatasetStatus): KeyedAnswer {
	return (catalog) => {
		const answer = stateAnswer(catalog, JSON.stringify(datasetRecord(status())), 'application/json');
		// How the feeds are changes with every poll: the moment at which the data changed says nothing about it.
		answer.headers.delete('Last-Modified');
		return { ...answer, changed: Number.POSITIVE_INFINITY };
	};
}

/** `/releases.atom`: releases as they appear, for people and chat bots. */
export function atomAnswer(baseUrl: () => string): KeyedAnswer {
	const type = 'application/atom+xml; charset=utf-8';
	return (catalog) =>
		stateAnswer(catalog, releasesAtom(catalog, { baseUrl: baseUrl(), limit: atomReleases }), type);
}

export function datasetRecord({ dataVersion, changed, following, feeds, quarantine, stale }: DatasetStatus) {
	return {
		data_version: dataVersion,
		data_changed: changed,
		following,
		stale,
		quarantine,
		feeds: feeds.map(({ feed, lastTry, lastAnswer, failures, problem }) => ({
			feed,
			last_try: lastTry,
			last_answer: lastAnswer,
			failures,
			problem,
		})),
	};
}

/** It may change at any moment, so a cache must ask every time; the tag makes that cheap. */
function stateAnswer(catalog: Catalog, body: string, type: string): Answer {
	const etag = etagOf(body);
	const headers = answerHeaders(catalog, etag);
	headers.set('Content-Type', type);
	headers.set('Cache-Control', 'private, no-cache');
	return { status: 200, body, etag, headers };
}
