import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second in /proc: fixed in the kernel's interface to programs. */
const ticksPerSecond = 100;

export interface Use {
	/** Microseconds of user and system time of all threads and children. */
	cpu: number;
	/** Resident bytes; pages that processes share count once. */
	memory: number;
}

/** The use of a process and of everything it started, up to now. */
export function useOf(root: number): Use {
	let ticks = 0;
	let memory = 0;
	let mostShared = 0;
	for (const pid of treeOf(root)) {
		const fields = statOf(pid);
		if (!fields) continue;
		// utime, stime, and the times of children that have ended and were waited for.
		for (const field of [11, 12, 13, 14]) ticks += Number(fields[field]);
		const { exclusive, shared } = memoryOf(pid);
		memory += exclusive;
		mostShared = Math.max(mostShared, shared);
	}
	return { cpu: (ticks / ticksPerSecond) * 1e6, memory: memory + mostShared };
}

/** Microseconds that the processors of the machine were not idle, including time that a hypervisor took away. */
export function busyTime(): number {
	const [user, nice, system, , , interrupts, soft, steal] = processorTimes();
	return user + nice + system + interrupts + soft + steal;
}

/** Microseconds that a hypervisor gave to others while a process here wanted to run. */
export function stolenTime(): number {
	return processorTimes()[7];
}

type Times = [number, number, number, number, number, number, number, number];

/** The first line of /proc/stat, in microseconds. */
function processorTimes(): Times {
	const [line] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
	const ticks = line!.trim().split(/\s+/).slice(1).map(Number);
	return ticks.map((count) => (count / ticksPerSecond) * 1e6) as Times;
}

export function treeOf(root: number): number[] {
	const parents = new Map<number, number>();
	for (const name of readdirSync('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		const fields = statOf(Number(name));
		if (fields) parents.set(Number(name), Number(fields[1]));
	}
	const tree = [root];
	for (const parent of tree) for (const [pid, of] of parents) if (of === parent) tree.push(pid);
	return tree;
}

/** The fields of /proc/PID/stat after the name, which may contain blanks and brackets. */
function statOf(pid: number): string[] | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return text.slice(text.lastIndexOf(')') + 2).split(' ');
	} catch {
		return null;
	}
}

/** The exclusive bytes of a process, and those that it may share, such as its program. */
function memoryOf(pid: number): { exclusive: number; shared: number } {
	try {
		const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
		const sum = (name: string) =>
			[...text.matchAll(new RegExp(`^${name}_\\w+:\\s+(\\d+)`, 'gm'))].reduce(
				(total, [, kilobytes]) => total + Number(kilobytes) * 1024,
				0,
			);
		return { exclusive: sum('Private'), shared: sum('Shared') };
	} catch {
		return { exclusive: 0, shared: 0 };
	}
}
