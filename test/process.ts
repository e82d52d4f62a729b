import { fileURLToPath } from 'node:url';
import { inWorld } from './world.ts';

const command = fileURLToPath(new URL('../bin/pointrelease', import.meta.url));

export interface Finished {
	code: number;
	stdout: string;
	stderr: string;
}

/** The whole environment of a command: it inherits nothing from the test run, and uses the tables of the tests. */
export function environment(env: Record<string, string> = {}): Record<string, string> {
	return { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '/tmp', FEEDS: 'off', ...inWorld, ...env };
}

/** Starts the real command without waiting for its end. */
export function spawnCommand(words: string[], env: Record<string, string> = {}) {
	return Bun.spawn([command, ...words], {
		env: environment(env),
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	});
}

/** Runs the real command to its end. */
export async function runCommand(words: string[], env: Record<string, string> = {}): Promise<Finished> {
	const child = spawnCommand(words, env);
	const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
	return { code, stdout, stderr };
}

export interface Serving {
	pid: number;
	address: string;
	/** Everything printed so far. */
	stdout(): string;
	stderr(): string;
	/** Waits until standard output matches the pattern. The service prints right after its log says ready. */
	printed(pattern: RegExp): Promise<RegExpExecArray>;
	signal(name: NodeJS.Signals): void;
	exited: Promise<number>;
}

/** Starts the real server and waits until it is ready. */
export async function serve(env: Record<string, string>): Promise<Serving> {
	const child = spawnCommand(['serve'], { PORT: '0', ...env });
	const [stdout, stderr] = [gather(child.stdout), gather(child.stderr)];
	const ready = /"event":"ready","address":"([^"]+)"/;
	while (!ready.test(stderr())) {
		if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}: ${stderr()}`);
		await Bun.sleep(5);
	}
	return {
		pid: child.pid,
		address: ready.exec(stderr())![1]!,
		stdout,
		stderr,
		async printed(pattern) {
			for (let match = pattern.exec(stdout()); ; match = pattern.exec(stdout())) {
				if (match) return match;
				if (child.exitCode !== null) throw new Error(`the server ended and never printed ${pattern}`);
				await Bun.sleep(5);
			}
		},
		signal: (name) => child.kill(name),
		exited: child.exited,
	};
}

function gather(stream: ReadableStream<Uint8Array>): () => string {
	let text = '';
	const decoder = new TextDecoder();
	(async () => {
		for await (const chunk of stream) text += decoder.decode(chunk, { stream: true });
	})();
	return () => text;
}
