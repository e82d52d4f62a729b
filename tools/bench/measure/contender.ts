import { treeOf, type Use, useOf } from './process-tree.ts';

/** A server in its own process, so that its use can be measured separately from the bench. */
export interface Contender {
	readonly name: string;
	readonly port: number;
	/** Whether it is requested over TLS. Its certificate is not verified. */
	readonly tls: boolean;
	readonly pid: number;
	/** Milliseconds from the start of the process to its first answer. */
	readonly startedIn: number;
	use(): Use;
	stop(): Promise<void>;
}

interface Launch {
	name: string;
	command: string[];
	port: number;
	tls?: boolean;
	env?: Record<string, string>;
	/** A path that answers when the server is ready, with any status but 503. */
	ready?: string;
}

const patience = 60_000;
const running = new Set<Bun.Subprocess>();

// When the bench ends, for whatever reason, its servers end too.
process.on('exit', () => {
	for (const child of running) endTree(child.pid);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

export async function launch({
	name,
	command,
	port,
	tls = false,
	env = {},
	ready = '/',
}: Launch): Promise<Contender> {
	const began = performance.now();
	const child = Bun.spawn(command, {
		env: { ...process.env, ...env },
		stdin: 'ignore',
		stdout: 'ignore',
		stderr: 'pipe',
	});
	running.add(child);
	const trouble = new Response(child.stderr).text();
	await waitFor(name, child, () => ask({ port, tls }, ready), trouble);
	const startedIn = performance.now() - began;
	return {
		name,
		port,
		tls,
		pid: child.pid,
		startedIn,
		use: () => useOf(child.pid),
		async stop() {
			child.kill('SIGTERM');
			const force = setTimeout(() => endTree(child.pid), 8_000);
			await child.exited;
			clearTimeout(force);
			running.delete(child);
		},
	};
}

/** The status of one answer over a new connection. */
export async function ask(
	{ port, tls }: Pick<Contender, 'port' | 'tls'>,
	path: string,
	headers: Record<string, string> = {},
): Promise<number> {
	const response = await fetch(`${tls ? 'https' : 'http'}://127.0.0.1:${port}${path}`, {
		headers,
		keepalive: false,
		tls: { rejectUnauthorized: false },
	});
	await response.arrayBuffer();
	return response.status;
}

/** A reverse proxy with the server behind it: the use of both counts. */
export function inFrontOf(front: Contender, behind: Contender): Contender {
	return {
		...front,
		use() {
			const [ofFront, ofBehind] = [front.use(), behind.use()];
			return { cpu: ofFront.cpu + ofBehind.cpu, memory: ofFront.memory + ofBehind.memory };
		},
	};
}

async function waitFor(
	name: string,
	child: Bun.Subprocess,
	isReady: () => Promise<number>,
	trouble: Promise<string>,
): Promise<void> {
	const deadline = performance.now() + patience;
	while (performance.now() < deadline) {
		if (child.exitCode !== null) break;
		try {
			if ((await isReady()) !== 503) return;
		} catch {
			// Not listening yet.
		}
		await Bun.sleep(2);
	}
	endTree(child.pid);
	running.delete(child);
	throw new Error(`${name} did not start: ${(await trouble).trim()}`);
}

/**
 * Kills a process and its children. Finds all of them first: workers of nginx would otherwise survive it and keep its
 * port.
 */
function endTree(root: number): void {
	for (const pid of treeOf(root)) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has already ended.
		}
	}
}
