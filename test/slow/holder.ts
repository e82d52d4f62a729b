import { join } from 'node:path';
import { waitFor } from '../service-process.ts';
import { sized } from '../size.ts';
import type { Attack } from './slow-clients.ts';

/** Connections per form; fewer if the hard limit on open files is lower. */
const wanted = sized(250, 2_000);
/** How many files a process may have open: Bun raises the limit of each to it. */
export const hardLimit =
	Number((await Bun.$`sh -c "ulimit -Hn"`.quiet().text()).trim()) || Number.POSITIVE_INFINITY;
export const connections = Math.min(wanted, Math.floor(hardLimit / 3) - 100);
if (connections < wanted)
	console.log(
		`ONLY ${connections} of ${wanted} slow connections: the hard limit on open files is ${hardLimit}`,
	);

export interface Holder {
	opened: number;
	release(): Promise<void>;
}

/** Starts a process that holds connections, and waits until it has tried to open all of them. */
export async function hold(attack: Attack): Promise<Holder> {
	const child = Bun.spawn([process.execPath, join(import.meta.dir, 'hold.ts')], {
		env: { PATH: process.env.PATH ?? '', ATTACK: JSON.stringify(attack) },
		stdout: 'pipe',
		stderr: 'inherit',
	});
	let output = '';
	const read = (async () => {
		for await (const chunk of child.stdout) output += new TextDecoder().decode(chunk);
	})();
	const openedSoFar = () => Number(/opened (\d+)/.exec(output)?.[1] ?? -1);
	const release = async () => {
		child.kill();
		await read;
	};
	try {
		await waitFor(() => openedSoFar() >= 0, 120_000, 'the slow connections');
	} catch (thrown) {
		await release();
		throw thrown;
	}
	return { opened: openedSoFar(), release };
}
