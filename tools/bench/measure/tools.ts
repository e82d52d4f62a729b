import type { Generator } from './load.ts';
import type { Plan } from './rounds.ts';
import { wrkGenerator } from './wrk.ts';

/** The best installed load generator; the bench installs none itself. */
export async function findGenerator(): Promise<Generator> {
	if (Bun.which('wrk')) return wrkGenerator();
	process.stderr.write(
		'bench: wrk is not installed (Debian package: wrk): taking autocannon, which is slower than the servers\n',
	);
	const { autocannonGenerator } = await import('./autocannon.ts');
	return autocannonGenerator();
}

/** Whether the generator is fast enough for measurements of throughput, or with very many different requests. */
export function isSwift({ name }: Generator, measurement: string): boolean {
	if (name === 'wrk') return true;
	process.stderr.write(`bench: ${name} is too slow for ${measurement}, which is left out\n`);
	return false;
}

export function hasNginx(): boolean {
	if (Bun.which('nginx')) return true;
	process.stderr.write(
		'bench: nginx is not installed (Debian package: nginx-light): its bars are left out\n',
	);
	return false;
}

export function hasNode(): boolean {
	if (Bun.which('node')) return true;
	process.stderr.write('bench: node is not installed: its bar is left out\n');
	return false;
}

/** The same connections for all servers; a full run has more and longer turns. */
export function planFor({ quick }: { quick: boolean }): Plan {
	return quick
		? { turns: 2, attempts: 1, seconds: 1, warmUp: 2, connections: 32 }
		: { turns: 9, attempts: 1.3, seconds: 2, warmUp: 4, connections: 32, patience: 60_000 };
}
