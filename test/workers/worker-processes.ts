import { readdirSync, readFileSync } from 'node:fs';
import type { Serving } from '../process.ts';

/**
 * The living processes that a supervisor has started, without children of the script that ran before it in the
 * process.
 */
export function workersOf(supervisor: number): number[] {
	return readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(Number)
		.filter((pid) => parentOf(pid) === supervisor && isOurs(pid));
}

/** Whether the process exists and has not ended. */
export function isAlive(pid: number): boolean {
	return parentOf(pid) !== null;
}

/** Waits until a condition holds; if it never does, the time limit of the test ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await holds())) await Bun.sleep(10);
}

/** The status of an answer over a new connection, which may reach any worker. */
export async function ask(server: Serving, path: string, key: string): Promise<number> {
	return (await answer(server, path, key)).status;
}

export async function answer(
	{ address }: Serving,
	path: string,
	key: string,
): Promise<{ status: number; body: string }> {
	const response = await fetch(`${address}${path}`, {
		headers: { Authorization: key, Connection: 'close' },
		keepalive: false,
	});
	return { status: response.status, body: await response.text() };
}

/** The keys of first starts, read from the files that the output names. */
export function printedKeys(server: Serving): string[] {
	return [...server.stdout().matchAll(/Authorization: \$\(cat (\S+)\)/g)].map(([, file]) =>
		readFileSync(file!, 'utf8').trim(),
	);
}

function isOurs(pid: number): boolean {
	try {
		return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('src/cli/main.ts');
	} catch {
		return false;
	}
}

function parentOf(pid: number): number | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' || state === 'X' ? null : Number(parent);
	} catch {
		return null;
	}
}
