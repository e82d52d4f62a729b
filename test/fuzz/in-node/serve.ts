import { openSync, writeSync } from 'node:fs';
import { judge, type Outcome, type Target } from '../target.ts';
import type { CountedFunction } from './block-counter.ts';
import { type FuzzOrder, type FuzzReport, fuzz } from './fuzz.ts';
import { counter } from './surroundings.ts';

/** What the parent asks of a bundle. Bytes are in base64. */
export type Order =
	| { readonly ask: 'count'; readonly target: string; readonly bytes: string }
	| ({ readonly ask: 'fuzz'; readonly target: string } & FuzzOrder);

export type Reply =
	| { readonly say: 'ready' }
	| { readonly say: 'counted'; readonly outcome: Outcome; readonly functions: readonly CountedFunction[] }
	| ({ readonly say: 'fuzzing' } & FuzzReport)
	| ({ readonly say: 'fuzzed' } & FuzzReport);

/** Answers orders one after the other. The input that is read is always in a file: after a crash or a hang it is found there. */
export function serve(targets: readonly Target[]): void {
	const current = openSync(process.env.FUZZ_CURRENT!, 'w');
	const targetNamed = (name: string) => targets.find((target) => target.name === name)!;
	const read = (target: Target, bytes: Uint8Array): Promise<Outcome> => {
		const noted = new Uint8Array(4 + bytes.length);
		new DataView(noted.buffer).setUint32(0, bytes.length);
		noted.set(bytes, 4);
		writeSync(current, noted, 0, noted.length, 0);
		return judge(target, bytes);
	};
	const reply = (message: Reply) => process.send!(message);
	const perform = async (order: Order) => {
		const target = targetNamed(order.target);
		if (order.ask === 'fuzz') {
			const report = await fuzz(order, target, {
				run: (bytes) => read(target, bytes),
				onReport: (report) => reply({ say: 'fuzzing', ...report }),
			});
			reply({ say: 'fuzzed', ...report });
			return;
		}
		const bytes = Buffer.from(order.bytes, 'base64');
		// Tables that a reader makes once are not counted.
		await judge(target, bytes.slice());
		counter.take();
		const outcome = await read(target, bytes);
		reply({ say: 'counted', outcome, functions: counter.take() });
	};
	let before = Promise.resolve();
	process.on('message', (order: Order) => {
		before = before.then(() => perform(order));
	});
	process.on('disconnect', () => process.exit());
	reply({ say: 'ready' });
}
