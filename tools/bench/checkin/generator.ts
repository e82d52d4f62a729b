import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Generator, Load, Requests } from '../measure/load.ts';

const client = new URL('./client.js', import.meta.url).pathname;

/**
 * New connections with one request each, from Node. It is slower than the servers, but only their processor time
 * counts.
 */
export function checkInGenerator(): Generator {
	return {
		name: 'check-ins',
		async load(port, requests, seconds, { connections }): Promise<Load> {
			const folder = mkdtempSync(join(tmpdir(), 'bench-check-ins-'));
			try {
				const file = join(folder, 'requests');
				writeFileSync(file, textOf(requests));
				const { resume = false } = requests;
				const words = JSON.stringify({ port, seconds, connections, resume, file });
				const node = Bun.spawn(['node', client, words], {
					stdout: 'pipe',
					stderr: 'inherit',
					timeout: (seconds + 30) * 1000,
				});
				const output = await new Response(node.stdout).text();
				if ((await node.exited) !== 0) throw new Error(`the client of check-ins failed: ${output}`);
				return JSON.parse(output) as Load;
			} finally {
				rmSync(folder, { recursive: true, force: true });
			}
		},
	};
}

/** The requests as curl sends them. */
function textOf({ paths, keys }: Requests): string {
	const lines = ['Host: localhost', `Authorization: ${keys[0]}`, 'User-Agent: curl/8.7.1', 'Accept: */*'];
	return paths.map((path) => `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`).join('\0');
}
