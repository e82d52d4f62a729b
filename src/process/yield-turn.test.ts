import { expect, test } from 'bun:test';
import { yieldEvery } from './yield-turn.ts';

/** Turns that somebody else had while the steps were done, each step as long as this on a clock of the test's own. */
async function turnsDuring(steps: number, milliseconds: number): Promise<number> {
	let clock = 0;
	let turns = 0;
	const rest = yieldEvery(5, () => clock);
	for (let step = 0; step < steps; step++) {
		let had = false;
		// Runs in the very next turn of the loop, if there is one before the next step.
		const other = setTimeout(() => {
			had = true;
		}, 0);
		clock += milliseconds;
		await rest();
		if (had) turns++;
		clearTimeout(other);
	}
	return turns;
}

test('long work in small steps lets others have their turn after a while, and only then', async () => {
	expect(await turnsDuring(10, 6)).toBe(10);
	expect(await turnsDuring(10, 2)).toBe(3);
	expect(await turnsDuring(1000, 0)).toBe(0);
});
