import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bun = process.execPath;

/** The environment of a child: only what it needs and what the test gives. */
function cleanEnvironment(env: Record<string, string>): Record<string, string> {
	return { PATH: process.env.PATH ?? '', TMPDIR: process.env.TMPDIR ?? '/tmp', ...env };
}

export function spawnCommand(env: Record<string, string>, ...args: string[]) {
	return Bun.spawn([bun, `${root}src/cli/main.ts`, ...args], {
		cwd: root,
		env: cleanEnvironment(env),
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	});
}

export interface Outcome {
	status: number;
	stdout: string;
	stderr: string;
}

/** Runs `pointrelease` with these arguments to its end. */
export async function runPointrelease(env: Record<string, string>, ...args: string[]): Promise<Outcome> {
	const child = spawnCommand(env, ...args);
	const [stdout, stderr, status] = await Promise.all([
		new Response(child.stdout).text(),
		new Response(child.stderr).text(),
		child.exited,
	]);
	return { status, stdout, stderr };
}

export interface LicenseNode {
	/** What the node said first: the key of the first start, or null. */
	first: { key: string } | null;
	ask<T>(line: string): Promise<T>;
	/** A normal stop: the node finishes and ends. */
	stop(): Promise<number>;
	kill(): Promise<void>;
	/** Everything on standard error; complete after the node ended. */
	log(): Promise<string>;
}

export async function startNode(env: Record<string, string>): Promise<LicenseNode> {
	const child = Bun.spawn([bun, `${root}test/license-node.ts`], {
		cwd: root,
		env: cleanEnvironment(env),
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
