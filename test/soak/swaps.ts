import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createAnswerBook } from '../../src/api/answer-book.ts';
import { temporaryState } from '../live.ts';
import { inWorld, worldFolder } from '../world.ts';
import { type Question, questionsOf, startClients } from './clients.ts';
import { stateOfData } from './states.ts';

export interface SwapReport {
	readonly swaps: number;
	readonly requests: number;
	readonly perSecond: number;
	/** The first answers that mix data or name other data, and requests without an answer. */
	readonly faults: readonly string[];
}

export interface SwapLoad {
	readonly swaps: number;
	/** Requests a second. */
	readonly rate: number;
	/** Milliseconds between two swaps. */
	readonly every: number;
	/** By default the questions of both states of the data. */
	readonly questions?: readonly Question[];
}

/** Milliseconds between two requests of a client. */
const perClient = 10;

/** Questions with their answers in both states of the data. */
export function questionsOfBoth(): Question[] {
	return questionsOf(([0, 1] as const).map((number) => createAnswerBook(stateOfData(worldFolder, number))));
}

/** Swaps the data of a service under load and compares every answer with the data that it names. */
export async function swapUnderLoad({ swaps, rate, every, questions }: SwapLoad): Promise<SwapReport> {
	const state = temporaryState();
	const asked = questions ?? questionsOfBoth();
	const child = Bun.spawn(
		[process.execPath, join(import.meta.dir, 'swapping-node.ts'), String(swaps), String(every)],
		{
			env: {
				PATH: process.env.PATH ?? '',
				...inWorld,
				PORT: '0',
				FEEDS: 'off',
				REFUSAL_LIMIT: 'off',
				POINTRELEASE_STATE: state.folder,
			},
			stdin: 'pipe',
			stdout: 'pipe',
			stderr: 'inherit',
		},
	);
	try {
		const lines = createInterface({ input: Readable.fromWeb(child.stdout as never) })[Symbol.asyncIterator]();
		const { address, key } = JSON.parse((await lines.next()).value ?? '{}');
		const faults: string[] = [];
		const fault = (fault: string) => void (faults.length < 20 && faults.push(fault));
		const count = Math.ceil((rate * perClient) / 1000);
		const clients = startClients({ address, key, questions: asked, fault, count, every: perClient });
		const began = performance.now();
		child.stdin.write('go\n');
		child.stdin.flush();
		const swapped = Number((await lines.next()).value);
		const [requests, seconds] = [clients.requests(), (performance.now() - began) / 1000];
		await clients.stop();
		child.stdin.end();
		if ((await child.exited) !== 0) fault(`the service stopped with ${child.exitCode}`);
		return { swaps: swapped, requests, perSecond: requests / seconds, faults };
	} finally {
		child.kill('SIGKILL');
		await child.exited;
		state.remove();
	}
}
