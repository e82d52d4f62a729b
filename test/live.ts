import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCatalog } from '../src/data/load.ts';
import { limitPerAddress } from '../src/licenses/admission/rate-limits.ts';
import { type Licenses, openLicenses } from '../src/licenses/licenses.ts';
import { silentLog } from '../src/process/log.ts';
import { run } from '../src/server/run.ts';
import { createService, type Service } from '../src/server/service.ts';
import { readSettings, type Settings } from '../src/settings/settings.ts';
import { isAimed } from './aim.ts';
import { startService } from './service-process.ts';
import { inWorld } from './world.ts';

/** A temporary state folder. */
export function temporaryState(): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export function testSettings(stateFolder: string, env: Record<string, string> = {}): Settings {
	return readSettings({
		PORT: '0',
		...inWorld,
		POINTRELEASE_STATE: stateFolder,
		FEEDS: 'off',
		REFUSAL_LIMIT: 'off',
		READ_LIMIT: 'off',
		PUBLIC_LIMIT: 'off',
		PUBLIC_SHARE: 'off',
		...env,
	});
}

export interface Live {
	address: string;
	port: number;
	key: string;
	stop(): Promise<void>;
}

/** The real service on a free port, in this process; what tests are aimed at in a process of its own. */
export async function startLive(env: Record<string, string> = {}): Promise<Live> {
	if (isAimed) {
		const { address, port, key, remove } = await startService({ env });
		return { address, port, key, stop: remove };
	}
	const state = temporaryState();
	const running = await run(testSettings(state.folder, env), silentLog);
	return {
		address: running.address,
		port: Number(new URL(running.address).port),
		key: running.firstKey!,
		async stop() {
			await running.stop();
			state.remove();
		},
	};
}

/** The same service without a socket. */
export async function startInProcess(): Promise<{
	service: Service;
	licenses: Licenses;
	key: string;
	stop(): Promise<void>;
}> {
	const state = temporaryState();
	const settings = testSettings(state.folder);
	const licenses = await openLicenses(settings, silentLog);
	const issued = await licenses.issueFirst();
	const service = createService({
		catalog: loadCatalog(settings.dataFolder),
		licenses,
		refusals: limitPerAddress(null),
		publicAnswers: new Map(),
		addressOf: () => '',
	});
	return {
		service,
		licenses,
		key: issued!.key,
		async stop() {
			await licenses.close();
			state.remove();
		},
	};
}

export interface RawAnswer {
	status: number;
	headers: Headers;
	body: string;
}

/**
 * Sends the bytes unchanged, and reads the answer until the server closes the connection. It keeps its own side open: Bun drops
 * a request whose client has closed its side before the answer is ready, so on a busy machine there would be no answer.
 */
export async function rawRequest(port: number, head: string | Uint8Array): Promise<RawAnswer | null> {
	const bytes = await new Promise<Buffer>((resolve, reject) => {
		const chunks: Buffer[] = [];
		const socket = connect(port, '127.0.0.1', () => socket.write(head));
		socket.on('data', (chunk: Buffer) => chunks.push(chunk));
		socket.on('close', () => resolve(Buffer.concat(chunks)));
		socket.on('error', (error) => (chunks.length > 0 ? resolve(Buffer.concat(chunks)) : reject(error)));
	});
	const text = bytes.toString('latin1');
	const end = text.indexOf('\r\n\r\n');
	if (end === -1) return null;
	const [statusLine, ...lines] = text.slice(0, end).split('\r\n');
	const headers = new Headers(
		lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
	);
	return {
		status: Number(statusLine!.split(' ')[1]),
		headers,
		body: bytes.subarray(end + 4).toString('utf8'),
	};
}

/** The text of an HTTP/1.1 request that closes the connection. */
export function requestText(method: string, path: string, headers: Record<string, string> = {}): string {
	const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
		([name, value]) => `${name}: ${value}`,
	);
	return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
