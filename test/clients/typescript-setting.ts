import type * as published from '../../clients/typescript/lib/client.js';
import { type Scripted, serve } from './scripted-server.ts';

/**
 * What the TypeScript client does, in words that every runtime understands: the same cases run under Bun, and
 * elsewhere from the installed package.
 */
export interface Setting {
	client: typeof published;
	/** A real service, and a key of it. */
	address: string;
	key: string;
}

export type Case = [shows: string, run: (setting: Setting) => Promise<void>];

/** Of the right shape, and of no license. */
export const key = 'AAAA-BBBB-CCCC-DDDD';

/** Runs with a server that answers as told. */
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
