import { expect, test } from 'bun:test';
import { handler } from '@pointrelease/core/src/http/handler.ts';
import { shipped } from '../shipped-data.ts';
import { allRequests, differences, requestOf, serviceOf, validKey } from './asked-both.ts';
import { withoutWorkerd } from './workerd.ts';

const today = '2026-11-16';

// The whole comparison is with the handler in workerd (workerd.test.ts); this one tells a fault of the handler from one there.
test('the handler answers like the service: operations, reads, misses, conditions, methods and keys', async () => {
	const service = serviceOf(shipped, today);
	const answer = handler({ catalog: shipped, today, authorize: (key) => key === validKey });
	const requests = await allRequests(shipped, service, withoutWorkerd === null ? 100 : 2_000);
	requests.push({
		path: '/items/14',
		headers: { Authorization: validKey, Host: 'one.example, two.example' },
	});
	expect(requests.length).toBeGreaterThan(500);
	expect((await differences(requests, service, (request) => answer(requestOf(request)))).slice(0, 3)).toEqual(
		[],
	);
});
