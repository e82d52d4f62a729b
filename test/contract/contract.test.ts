import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Live, rawRequest, requestText, startInProcess, startLive } from '../live.ts';
import { responseFault, templateOf } from '../openapi.ts';
import { boardsOfVersion } from './boards-of-version.ts';
import type { Case } from './cases.ts';
import { keyCases } from './keys.ts';
import { latestOfBoard } from './latest-of-board.ts';
import { latestOfMajor } from './latest-of-major.ts';
import { majorsOfBoard } from './majors-of-board.ts';
import { methodCases } from './methods.ts';
import { nextOfBoard } from './next-of-board.ts';
import { pathCases } from './paths.ts';

interface Exchange {
	status: number;
	headers: Headers;
	body: string;
}

const groups: [string, Case[]][] = [
	['latest of a major', latestOfMajor],
	['latest of a board and major', latestOfBoard],
	['a release and its next', nextOfBoard],
	['majors of a board', majorsOfBoard],
	['boards of a version', boardsOfVersion],
	['paths', pathCases],
	['keys', keyCases],
	['methods and caching', methodCases],
];

function headersOf(asked: Case, valid: string): Record<string, string> {
	const key = asked.key === undefined ? valid : asked.key?.(valid);
	return { ...(key !== undefined && { Authorization: key }), ...asked.headers };
}

function check(asked: Case, answer: Exchange): void {
	expect(answer.status).toBe(asked.status);
	if (asked.body !== undefined) expect(answer.body).toBe(asked.body);
	if (asked.members) expect(JSON.parse(answer.body)).toMatchObject(asked.members);
	for (const [name, value] of Object.entries(asked.answerHeaders ?? {}))
		expect(answer.headers.get(name)).toBe(value);
	if (answer.status >= 400 && answer.body !== '') {
		const problem = JSON.parse(answer.body);
		expect(Object.keys(problem).slice(0, 5)).toEqual(['type', 'title', 'status', 'detail', 'code']);
		expect(problem.type).toBe(`urn:pointrelease:problem:${problem.code}`);
		expect(problem.status).toBe(asked.status);
		expect(answer.headers.get('content-type')).toBe('application/problem+json');
	}
}

/** The first difference between an answer to a GET and the API description, or null. */
function describedFault(asked: Case, { status, headers, body }: Exchange): string | null {
	const template = templateOf(asked.path);
	return template && (asked.method ?? 'GET') === 'GET'
		? responseFault(template, status, headers, body)
		: null;
}

describe('over a socket', () => {
	let live: Live;
	beforeAll(async () => {
		live = await startLive();
	});
	afterAll(() => live.stop());
	for (const [group, cases] of groups) {
		describe(group, () => {
			for (const asked of cases) {
				test(`${asked.shows} (${asked.method ?? 'GET'} ${asked.path})`, async () => {
					const text = requestText(asked.method ?? 'GET', asked.path, headersOf(asked, live.key));
					const first = await rawRequest(live.port, text);
					check(asked, first!);
					// The second answer comes from the cache, and must be the same.
					const second = await rawRequest(live.port, text);
					check(asked, second!);
					expect(second!.body).toBe(first!.body);
					expect(describedFault(asked, first!)).toBeNull();
				});
			}
		});
	}
});

describe('in-process', () => {
	let started: Awaited<ReturnType<typeof startInProcess>>;
	beforeAll(async () => {
		started = await startInProcess();
	});
	afterAll(() => started.stop());
	for (const [group, cases] of groups) {
		describe(group, () => {
			// A fragment never leaves a URL, so only a socket can send one.
			for (const asked of cases.filter(({ path }) => !path.includes('#'))) {
				test(`${asked.shows} (${asked.method ?? 'GET'} ${asked.path})`, async () => {
					const headers = headersOf(asked, started.key);
					const request = new Request(`http://localhost${asked.path}`, {
						method: asked.method ?? 'GET',
						headers,
					});
					const response = started.service.handle(request);
					const body = asked.method === 'HEAD' ? '' : await response.text();
					const { 'content-length': _length, ...answerHeaders } = asked.answerHeaders ?? {};
					check(
						{ ...asked, answerHeaders: answerHeaders as Record<string, string> },
						{ status: response.status, headers: response.headers, body },
					);
				});
			}
		});
	}
});
