import { expect, test } from 'bun:test';
import { yieldEvery } from './yield-turn.ts';

function work(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end);
}

test('long work in small steps lets others have their turn after a while, and only then', async () => {
	const rest = yieldEvery(5);
	let turns = 0;
	const others = setInterval(() => turns++, 0);
	for (let step = 0; step < 1000; step++) await rest();
	expect(turns).toBeLessThan(100);
	const before = turns;
	for (let step = 0; step < 10; step++) {
		work(6);
		await rest();
	}
	clearInterval(others);
	expect(turns - before).toBeGreaterThanOrEqual(5);
});
