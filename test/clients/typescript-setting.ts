import type * as published from '../../packages/client/lib/client.js';
import { type Scripted, serve } from './scripted-server.ts';

/**
 * The service and client that the cases use. They run under Bun, and elsewhere from the installed package, so they
 * avoid the test functions of Bun.
 */
export interface Setting {
	client: typeof published;
	/** A real service, and a valid key. */
	address: string;
	key: string;
}

export type Case = [shows: string, run: (setting: Setting) => Promise<void>];

/** A well-formed key without a license. */
export const key = 'AAAA-BBBB-CCCC-DDDD';

/** Runs with a server that gives these answers. */
export async function against(
	answers: Parameters<typeof serve>[0],
	run: (server: Scripted) => Promise<void>,
) {
	const server = await serve(answers);
	try {
		await run(server);
	} finally {
		await server.stop();
	}
}

/** A sender during whose request of that number the caller aborts. */
export function abortingAt(number: number) {
	const controller = new AbortController();
	const requests: string[] = [];
	const send: published.Send = (input, init) => {
		const response = fetch(input, init);
		if (requests.push(input) === number) controller.abort(new Error('enough'));
		return response;
	};
	return { signal: controller.signal, fetch: send, requests };
}
