import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reasonOf } from '../../src/process/failure.ts';
import { findChromium, serveChromium } from '../../test/page/chromium.ts';
import { packagedPostgres } from '../../test/postgres-programs.ts';
import { makeEmptyFiles, startPostgres } from '../../test/postgres-server.ts';
import type { SharedPostgres } from '../../test/shared-servers.ts';

/** A server that all test files share, or the reason why it does not run. */
export type Started<T> =
	| { kind: 'running'; value: T; stop(): Promise<void> }
	| { kind: 'absent' | 'failed'; why: string };

export async function startSharedPostgres(): Promise<Started<SharedPostgres>> {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-shared-'));
	const undo: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
	const stop = async () => {
		for (const step of undo.toReversed()) await step();
	};
	try {
		chmodSync(folder, 0o711);
		const programs = await packagedPostgres();
		undo.push(programs.remove);
		const prepared = { programs: programs.folder, emptyFiles: join(folder, 'empty') };
		await makeEmptyFiles(prepared.programs, prepared.emptyFiles);
		const server = await startPostgres(prepared);
		undo.push(server.remove);
		return { kind: 'running', value: { ...prepared, address: server.address }, stop };
	} catch (thrown) {
		await stop();
		return { kind: 'failed', why: `PostgreSQL cannot start: ${reasonOf(thrown)}` };
	}
}

export async function startSharedChromium(): Promise<Started<string>> {
	if ((await findChromium()) === null) {
		const words = `npm brings no Chromium for ${process.platform} on ${process.arch}, and none is installed`;
		return { kind: 'absent', why: `${words}: the page is not tested` };
	}
	try {
		const server = await serveChromium();
		return { kind: 'running', value: server.wsEndpoint(), stop: () => server.close() };
	} catch (thrown) {
		return { kind: 'failed', why: reasonOf(thrown) };
	}
}
