import { expect, test } from 'bun:test';
import { handler } from '@pointrelease/core/src/http/handler.ts';
import { shipped } from '../shipped-data.ts';
import { isFull } from '../size.ts';
import { allRequests, differences, requestOf, serviceOf, validKey } from './asked-both.ts';

const today = '2026-11-16';

test('the handler answers like the service: operations, reads, misses, conditions, methods and keys', async () => {
	const service = serviceOf(shipped, today);
	const answer = handler({ catalog: shipped, today, authorize: (key) => key === validKey });
	const requests = await allRequests(shipped, service, isFull ? Number.POSITIVE_INFINITY : 2_000);
	requests.push({
		path: '/items/14',
		headers: { Authorization: validKey, Host: 'one.example, two.example' },
	});
	expect(requests.length).toBeGreaterThan(4_000);
	expect((await differences(requests, service, (request) => answer(requestOf(request)))).slice(0, 3)).toEqual(
		[],
	);
});
