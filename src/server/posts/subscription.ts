import { problem } from '@pointrelease/core/src/api/problem.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { calendarPath, feedPath, subscribe, unsubscribe } from '../../licenses/atom-address.ts';
import { type KeyedAnswer, stateAnswer } from '../dataset.ts';
import { sendProblem } from '../responses.ts';
import type { PostAnswer, PostParts } from './post-answer.ts';
import { answerToPost } from './read-body.ts';

/** The addresses at which a license reads the feed and the calendar without a header; null if it has none. */
function addressesOf(token: string | null, baseUrl: string) {
	return {
		atom: token && baseUrl + feedPath(token),
		calendar: token && baseUrl + calendarPath(token),
	};
}

/** `/subscription`: the addresses of the license, and whether `/subscription/start` and `end` are open. */
export function subscriptionAnswer(
	baseUrl: () => string,
	canChange: boolean,
	tokenOf: (key: string) => string | null,
): KeyedAnswer {
	return (catalog, request) => {
		const token = tokenOf(keyOf(request));
		const record: Shapes['Subscription'] = { ...addressesOf(token, baseUrl()), can_change: canChange };
		return stateAnswer(catalog, JSON.stringify(record), { 'Last-Modified': null }, Number.POSITIVE_INFINITY);
	};
}

/** Makes the address, or returns the present one. */
export function startSubscription({ baseUrl, database }: PostParts): PostAnswer {
	return async (request, { work, inTurn }) => {
		const token = await inTurn(() => work(() => subscribe(database, keyOf(request))));
		return token === null ? notYet() : answer({ ...addressesOf(token, baseUrl()), can_change: true });
	};
}

/** Ends the address: within a second it no longer works on any node. */
export function endSubscription({ baseUrl, database }: PostParts): PostAnswer {
	return async (request, { work, inTurn }) => {
		await inTurn(() => work(() => unsubscribe(database, keyOf(request))));
		return answer({ ...addressesOf(null, baseUrl()), can_change: true });
	};
}

function answer(record: Shapes['Subscription']): Response {
	return Response.json(record, { headers: answerToPost });
}

/** A node may know a key that the database it asks does not have yet. */
function notYet(): Response {
	return sendProblem(problem('not-ready', 'this license is not known to the database yet: try again'));
}

function keyOf(request: Request): string {
	return request.headers.get('authorization') ?? '';
}
