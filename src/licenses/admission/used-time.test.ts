import { expect, test } from 'bun:test';
import { UsedTime } from './used-time.ts';

test('work that returns a promise is charged until the promise is settled, even if it fails', async () => {
	let clock = 1_000;
	const used = new UsedTime<string>(
		1_000,
		() => clock,
		() => clock,
	);
	const step = async (end: () => string) => {
		clock += 10;
		await Promise.resolve();
		clock += 20;
		return end();
	};
	const result = used.charge('a', () => step(() => 'done'));
	expect(used.of('a').used).toBe(0);
	expect(await result).toBe('done');
	expect(used.of('a')).toMatchObject({ used: 30, total: 30, clients: 1 });
	const failing = used.charge('b', () =>
		step(() => {
			throw new Error('failed');
		}),
	);
	expect(failing).rejects.toThrow('failed');
	await failing.catch(() => {});
	expect(used.of('b').used).toBe(30);
});

test('beyond the limit of clients, the client whose use is oldest is dropped', () => {
	let clock = 1_000;
	const used = new UsedTime<number>(
		1_000_000_000,
		() => clock,
		() => clock,
	);
	for (let client = 0; client < 10_001; client++)
		used.charge(client, () => {
			clock += 1;
		});
	expect([0, 1, 10_000].map((client) => Math.round(used.of(client).used))).toEqual([0, 1, 1]);
	expect(Math.round(used.of(1).total)).toBe(10_001);
});
