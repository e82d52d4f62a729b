import { runCommand } from '../process.ts';
import { SharedDatabase } from './troubles/trouble.ts';

interface ChangeOptions {
	address: string;
	env: Record<string, string>;
	fault(description: string): void;
	/** If a trouble swaps the database, changes wait for the end of a swap. */
	database?: SharedDatabase;
}

/** The service promises to see a change of a license within a second; a busy machine may take longer. */
const seenWithin = 10_000;
const pause = 1_000;

/** Issues and revokes licenses with the real command. A key must work, and no longer work after that. */
export function startChanges({ address, env, fault, database = new SharedDatabase() }: ChangeOptions) {
	let running = true;
	let changed = 0;
	const becomes = async (key: string, status: number, state: string) => {
		const deadline = performance.now() + seenWithin;
		while (performance.now() < deadline) {
			// A kept connection would count as an open file of the service.
			const headers = { Authorization: key, Connection: 'close' };
			const response = await fetch(`${address}/items/14`, { headers, tls: { rejectUnauthorized: false } });
			await response.text();
			if (response.status === status) return;
			await Bun.sleep(50);
		}
		fault(`a key was not ${state} within ${seenWithin} ms`);
	};
	const change = async (email: string) => {
		const issued = await runCommand(['license', 'issue', '--email', email, '--no-mail', '--json'], env);
		if (issued.code !== 0) return fault(`license issue: ${issued.stderr}`);
		const { key } = JSON.parse(issued.stdout);
		await becomes(key, 200, 'admitted');
		const revoked = await runCommand(['license', 'revoke', email], env);
		if (revoked.code !== 0) return fault(`license revoke: ${revoked.stderr}`);
		await becomes(key, 403, 'refused');
		changed++;
	};
	const work = async () => {
		for (let number = 1; running; number++) {
			await database.use(() => change(`soak${number}@example.com`));
			if (running) await Bun.sleep(pause);
		}
	};
	const done = work();
	return {
		async stop(): Promise<number> {
			running = false;
			await done;
			return changed;
		},
	};
}
