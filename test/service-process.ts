import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownBunSettings } from '../src/process/shipped.ts';
import { aim, aimedStore } from './aim.ts';
import { runHere } from './cli/run-here.ts';
import { eventually } from './eventually.ts';
import type { Finished } from './process.ts';
import { inWorld } from './world.ts';

/** The service as an operator runs it, with its own process and state folder. */
export interface ServiceProcess {
	readonly address: string;
	readonly port: number;
	/** The address of the metrics if ADMIN_ADDRESS is set. */
	readonly metrics: string;
	/** The key of the first start; empty at later starts. */
	readonly key: string;
	readonly state: string;
	/** Its settings. */
	readonly env: Record<string, string>;
	readonly pid: number;
	/** Its output so far, standard output and standard error. */
	output(): string;
	/** GET with the key of the first start. */
	get(path: string, key?: string): Promise<Response>;
	/**
	 * Runs another command with the same settings, for example `license issue`: in this process, which is another one than that of
	 * the service, and takes a third of the time of a process of its own.
	 */
	command(...words: string[]): Promise<Finished>;
	/** The same in a process of its own, for what only that shows: that it is this release, or what goes on beside it. */
	commandApart(...words: string[]): Promise<Finished>;
	signal(name: NodeJS.Signals): void;
	readonly exited: Promise<number>;
	/** Sends SIGTERM and returns the exit code. */
	stop(): Promise<number>;
	/** Stops it and removes its state folder. */
	remove(): Promise<void>;
}

export interface ServiceOptions {
	env?: Record<string, string>;
	/** An existing state folder. */
	state?: string;
	/** The path of an executable to run instead of the sources. */
	executable?: string;
	/** The command line of a program to run instead of the sources. */
	command?: readonly string[];
	/** Words before the command, for example a shell that lowers a limit. */
	wrapper?: string[];
	cwd?: string;
}

const main = join(import.meta.dir, '../src/cli/main.ts');
const longestStart = 20_000;

export async function startService(options: ServiceOptions = {}): Promise<ServiceProcess> {
	const state = options.state ?? mkdtempSync(join(tmpdir(), 'pointrelease-test-'));
	const env = {
		PATH: aim.path ?? process.env.PATH ?? '',
		HOME: process.env.HOME ?? '/',
		POINTRELEASE_STATE: state,
		PORT: '0',
		REFUSAL_LIMIT: 'off',
		READ_LIMIT: 'off',
		PUBLIC_LIMIT: 'off',
		PUBLIC_SHARE: 'off',
		FEEDS: 'off',
		...inWorld,
		...(await aimedStore(state)),
		...options.env,
	};
	const first = !options.state || (!('DATABASE_URL' in env) && readdirSync(state).length === 0);
	const program = options.executable
		? [options.executable]
		: (options.command ?? aim.program ?? [process.execPath, ...ownBunSettings, main]);
	const child = Bun.spawn([...(options.wrapper ?? []), ...program, 'serve'], {
		env,
		cwd: options.cwd ?? state,
		stdin: 'ignore',
		stdout: 'pipe',
		stderr: 'pipe',
	});
	let output = '';
	const gather = async (stream: ReadableStream<Uint8Array>) => {
		const decoder = new TextDecoder();
		for await (const chunk of stream) output += decoder.decode(chunk, { stream: true });
	};
	const gathered = Promise.all([gather(child.stdout), gather(child.stderr)]);
	const exited = gathered.then(() => child.exited);
	await waitFor(() => /"event":"ready","address"/.test(output) || child.exitCode !== null, longestStart);
	const address = /"event":"ready","address":"([^"]+)"/.exec(output)?.[1];
	if (!address) {
		child.kill('SIGKILL');
		await exited;
		if (!options.state) rmSync(state, { recursive: true, force: true });
		throw new Error(`the service did not start (exit code ${child.exitCode}): ${output}`);
	}
	const keyFile = () => /Authorization: \$\(cat '?([^')]+)'?\)/.exec(output)?.[1] ?? '';
	// The service prints the path of the key right after its log says ready.
	if (first) await waitFor(() => keyFile() !== '', longestStart, 'the key of a first start');
	const key = keyFile() && readFileSync(keyFile(), 'utf8').trim();
	const self: ServiceProcess = {
		address,
		port: Number(new URL(address).port),
		metrics: /"event":"metrics","address":"([^"]+)"/.exec(output)?.[1] ?? '',
		key,
		state,
		env,
		pid: child.pid,
		output: () => output,
		get: (path, with_ = key) => fetch(address + path, { headers: with_ ? { Authorization: with_ } : {} }),
		command(...words) {
			const isOurs = !options.executable && !options.command && !options.wrapper && !aim.program;
			return isOurs ? runHere(words, env) : self.commandApart(...words);
		},
		async commandApart(...words) {
			const run = Bun.spawn([...program, ...words], { env, cwd: state, stdout: 'pipe', stderr: 'pipe' });
			const [stdout, stderr, code] = await Promise.all([
				new Response(run.stdout).text(),
				new Response(run.stderr).text(),
				run.exited,
			]);
			return { code, stdout, stderr };
		},
		signal: (name) => child.kill(name),
		exited,
		stop() {
			child.kill('SIGTERM');
			return exited;
		},
		async remove() {
			child.kill('SIGKILL');
			await exited;
			rmSync(state, { recursive: true, force: true });
		},
	};
	return self;
}

/** Waits until the condition holds; throws after the time is up. */
export async function waitFor(
	holds: () => boolean | Promise<boolean>,
	milliseconds: number,
	what = 'a condition',
): Promise<void> {
	await eventually(what, holds, milliseconds);
}
