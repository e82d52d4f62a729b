import { fileURLToPath } from 'node:url';
import { environment } from './process.ts';

const program = fileURLToPath(new URL('license-node.ts', import.meta.url));

/** A node without HTTP in its own process: `test/license-node.ts`. */
export interface LicenseNode {
	/** The first line of the node: the key of the first start, or null. */
	first: { key: string } | null;
	ask<T>(line: string): Promise<T>;
	/** Stops the node normally. */
	stop(): Promise<number>;
	kill(): Promise<void>;
	/** Standard error, after the node has ended. */
	log(): Promise<string>;
}

export async function startNode(env: Record<string, string>): Promise<LicenseNode> {
	const child = Bun.spawn([process.execPath, program], {
		env: environment(env),
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const log = new Response(child.stderr).text();
	const reader = child.stdout.pipeThrough(new TextDecoderStream() as never).getReader();
	let buffered = '';
	const nextLine = async <T>(): Promise<T> => {
		while (!buffered.includes('\n')) {
			const { done, value } = await reader.read();
			if (done) throw new Error(`the node ended: ${await log}`);
			buffered += value;
		}
		const end = buffered.indexOf('\n');
		const line = buffered.slice(0, end);
		buffered = buffered.slice(end + 1);
		return JSON.parse(line) as T;
	};
	return {
		first: await nextLine(),
		async ask(line) {
			child.stdin.write(`${line}\n`);
			child.stdin.flush();
			return nextLine();
		},
		async stop() {
			child.stdin.end();
			return child.exited;
		},
		async kill() {
			child.kill('SIGKILL');
			await child.exited;
		},
		log: () => log,
	};
}
