import { hostname } from 'node:os';
import { version } from '../../package.json' with { type: 'json' };
import type { Database } from '../database/database.ts';

/** How often a node says that it is there, and after how long without a word it is forgotten, in milliseconds. */
const sayEvery = 60_000;
const forgetAfter = 86_400_000;

/** Notes this node in the database that several share, so that its console can list them all. Null with an own database. */
export function startNodeNotes(database: Database, port: number): { stop(): void } | null {
	if (database.kind === 'sqlite') return null;
	const name = nodeName(port);
	const started = Date.now();
	const say = async () => {
		const now = await database.now();
		await database.rows(
			`INSERT INTO service_nodes (name, release, started, seen) VALUES ($1, $2, $3, $4)
				ON CONFLICT (name) DO UPDATE SET release = excluded.release, started = excluded.started, seen = excluded.seen`,
			[name, version, started, now],
		);
		await database.rows('DELETE FROM service_nodes WHERE seen < $1', [now - forgetAfter]);
	};
	// Other parts report that the database is away.
	const attempt = () => void say().catch(() => {});
	attempt();
	const timer = setInterval(attempt, sayEvery);
	return { stop: () => clearInterval(timer) };
}

/** How people know a node: its machine and its port. */
export function nodeName(port: number): string {
	return `${hostname()}:${port}`;
}
