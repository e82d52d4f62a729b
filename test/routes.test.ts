import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Route } from '@pointrelease/core/src/api/route.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import { type Live, startLive } from './live.ts';

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

/** A path of the route, with an unknown board and version. */
const pathOf = ({ path }: Route) => path.replace(/\{\w+\}/g, 'x1:1');

test('every route with a key in the table refuses a request without one', async () => {
	for (const route of routes as readonly Route[]) {
		const { status } = await fetch(live.address + pathOf(route));
		expect([route.path, status === 403 ? (route.access === 'path' ? 'path' : 'key') : 'public']).toEqual([
			route.path,
			// Optional routes do not exist, and without a key a client does not learn that.
			route.optional ? 'key' : route.access,
		]);
	}
});

test('every route of the table is answered', async () => {
	for (const route of routes as readonly Route[]) {
		if (route.optional) continue;
		const response = await fetch(live.address + pathOf(route), { headers: { Authorization: live.key } });
		expect([route.path, (await response.text()).includes('"code":"not-found"')]).toEqual([route.path, false]);
	}
});
