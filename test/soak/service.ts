import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { inWorld } from '../world.ts';

/** The service under load, in its own process. */
export interface SoakedService {
	readonly address: string;
	readonly key: string;
	/** The exit code if the service ended unexpectedly; null while it runs. */
	ended(): number | null;
	/** Switches to the other state of the data and waits for it: on a busy machine swaps would pile up. */
	swap(): Promise<void>;
	/** Megabytes in use after a garbage collection. */
	inUse(): Promise<number>;
	/** Resident megabytes, garbage included. */
	resident(): number;
	openFiles(): number;
	/** Stops the service; returns its exit code and its log. */
	stop(): Promise<{ code: number; log: string }>;
	kill(): Promise<void>;
}

export async function startSoaked(env: Record<string, string>, preload?: string): Promise<SoakedService> {
	const flags = preload ? ['--preload', preload] : [];
	const child = Bun.spawn([process.execPath, ...flags, join(import.meta.dir, 'node.ts')], {
		env: { ...inWorld, ...env },
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	const log = new Response(child.stderr).text();
	const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
	const nextLine = async () => {
		const { value, done } = await lines.next();
		if (done) throw new Error(`the service ended: ${await log}`);
		return value;
	};
	const tell = (line: string) => {
		child.stdin.write(`${line}\n`);
		child.stdin.flush();
	};
	const { address, key } = JSON.parse(await nextLine());
	return {
		address,
		key,
		ended: () => child.exitCode,
		async swap() {
			tell('swap');
			await nextLine();
		},
		async inUse() {
			tell('measure');
			return Number(await nextLine()) / 2 ** 20;
		},
		resident() {
			const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
			return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
		},
		openFiles: () => readdirSync(`/proc/${child.pid}/fd`).length,
		async stop() {
			child.stdin.end();
			return { code: await child.exited, log: await log };
		},
		async kill() {
			child.kill('SIGKILL');
			await child.exited;
		},
	};
}
