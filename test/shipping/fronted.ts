import { type ServiceProcess, startService } from '../service-process.ts';
import { type Front, startCaddy, startHaproxy, startNginx } from './front.ts';

const starts = { nginx: startNginx, caddy: startCaddy, haproxy: startHaproxy };
export type FrontName = keyof typeof starts;
export const frontNames = Object.keys(starts) as FrontName[];

/** Debian installs servers in a folder that is not in every user's PATH. */
function programOf(name: FrontName): string | null {
	return Bun.which(name, { PATH: `${process.env.PATH}:/usr/local/sbin:/usr/sbin` });
}

/** A note for the title of a skipped test; empty if the program is installed. */
export function skipped(name: FrontName): string {
	return programOf(name) ? '' : ` (SKIPPED: ${name} is not installed)`;
}

/** A reverse proxy of `deploy/` and its two nodes. */
export interface Fronted {
	front: Front;
	nodes: ServiceProcess[];
	key: string;
	/** GET through the proxy, by default with the key. */
	get(path: string, authorization?: string): Promise<Response>;
	stop(): Promise<void>;
}

/** The proxy alone, in front of two given ports. */
export function startFront(name: FrontName, ports: readonly number[]): Promise<Front> {
	return starts[name](programOf(name)!, ports);
}

export async function startFronted(name: FrontName, env: Record<string, string> = {}): Promise<Fronted> {
	const nodes = [await startService({ env })];
	const [{ key, state }] = nodes as [ServiceProcess];
	let front: Front | undefined;
	const stop = async () => {
		await front?.stop();
		for (const node of nodes.toReversed()) await node.remove();
	};
	try {
		// Both nodes share one state, as two machines share a PostgreSQL.
		nodes.push(await startService({ env, state }));
		const started = await startFront(
			name,
			nodes.map(({ port }) => port),
		);
		front = started;
		const get = (path: string, authorization = key) =>
			fetch(started.address + path, {
				tls: { ca: started.ca },
				headers: authorization ? { Authorization: authorization } : {},
			});
		return { front, nodes, key, get, stop };
	} catch (thrown) {
		await stop();
		throw thrown;
	}
}
