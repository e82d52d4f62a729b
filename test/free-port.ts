import { createServer } from 'node:net';

/** A port that is free now. */
export function freePort(): Promise<number> {
	return tryPort(0);
}

/** Consecutive ports that are free now, below the ports that the system assigns. */
export async function freePortsInARow(count: number): Promise<number> {
	for (;;) {
		const first = 20_000 + Math.floor(Math.random() * 10_000);
		const ports = Array.from({ length: count }, (_, index) => first + index);
		if (await Promise.all(ports.map(tryPort)).catch(() => null)) return first;
	}
}

function tryPort(wanted: number): Promise<number> {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(wanted, '127.0.0.1', () => {
			const { port } = probe.address() as { port: number };
			probe.close(() => resolve(port));
		});
	});
}
