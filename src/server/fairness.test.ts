import { expect, test } from 'bun:test';
import { createFairness, createOneATurn, type Fairness } from './fairness.ts';

const answer = new Response('');
/** Longer than the time until the next turn. Even on a busy machine the earlier one of two timers comes first. */
const untilTurn = 120;

/** Fairness with a clock that only the test moves. */
function fairnessAndClock(): { fairly: Fairness; pass(milliseconds: number): void } {
	let time = 0;
	return {
		fairly: createFairness(() => time),
		pass(milliseconds) {
			time += milliseconds;
		},
	};
}

test('any number of answers are sent at once while the rest of the process gets its turns', async () => {
	const { fairly, pass } = fairnessAndClock();
	for (let turn = 0; turn < 5; turn++) {
		for (let count = 0; count < 400; count++) {
			pass(1);
			expect(fairly(answer)).toBe(answer);
		}
		await Bun.sleep(untilTurn);
	}
});

test('after half a second without a turn, answers wait for a single turn', async () => {
	const { fairly, pass } = fairnessAndClock();
	let timers = 0;
	setTimeout(() => timers++, 0);
	let response = fairly(answer);
	let passed = 0;
	for (; response === answer && passed < 1_000; passed++) {
		pass(1);
		response = fairly(answer);
	}
	expect(passed).toBeGreaterThan(500);
	expect(response).not.toBe(answer);
	expect(timers).toBe(0);
	expect(await response).toBe(answer);
	expect(timers).toBe(1);
	await Bun.sleep(untilTurn);
	expect(fairly(answer)).toBe(answer);
});

test('a process that slept makes nobody wait', () => {
	const { fairly, pass } = fairnessAndClock();
	for (const sleep of [600, 3_600_000]) {
		pass(sleep);
		for (let count = 0; count < 100; count++) expect(fairly(answer)).toBe(answer);
	}
});

test('the whole time of costly answers counts', () => {
	const { fairly, pass } = fairnessAndClock();
	const answer = new Response();
	fairly(answer, true);
	let response: ReturnType<typeof fairly> = answer;
	let answers = 0;
	for (; response === answer; answers++) {
		pass(40);
		response = fairly(answer, true);
	}
	// Thirteen times 40 ms are more than half a second.
	expect(answers).toBe(13);
});

/** Work that moves the clock by its length, and the order in which it was done. */
function turnsAndWork() {
	let time = 0;
	const workNames: string[] = [];
	const oneATurn = createOneATurn(() => time);
	const work = (name: string, milliseconds: number) => () => {
		time += milliseconds;
		workNames.push(name);
		return name;
	};
	return { oneATurn, work, workNames };
}

test('any amount of short work is done at once', () => {
	const { oneATurn, work } = turnsAndWork();
	for (let count = 0; count < 100; count++) expect(oneATurn(work('short', 0.1))).toBe('short');
});

test('after long work everything waits for the next turn, and each turn has only one long work', async () => {
	const { oneATurn, work, workNames } = turnsAndWork();
	expect(oneATurn(work('first', 2))).toBe('first');
	const later = ['second', 'third', 'fourth'].map((name) => oneATurn(work(name, 2)));
	const short = oneATurn(work('short', 0.1));
	const turns: string[][] = [];
	const look = () => {
		turns.push([...workNames]);
		if (workNames.length < 5) setTimeout(look, 0);
	};
	setTimeout(look, 0);
	expect(await Promise.all([...later, short])).toEqual(['second', 'third', 'fourth', 'short']);
	expect(workNames).toEqual(['first', 'second', 'third', 'fourth', 'short']);
	for (const [at, before] of turns.entries())
		expect(before.length - (turns[at - 1]?.length ?? 1)).toBeLessThanOrEqual(2);
	expect(oneATurn(work('after', 0.1))).toBe('after');
});

test('all waiting short work is done in one turn', async () => {
	const { oneATurn, work } = turnsAndWork();
	oneATurn(work('long', 2));
	let turns = 0;
	setTimeout(() => turns++, 0);
	const first = oneATurn(work('a', 0.1));
	const second = oneATurn(work('b', 0.1));
	expect(first).toBeInstanceOf(Promise);
	expect(await Promise.all([first, second])).toEqual(['a', 'b']);
	expect(turns).toBeLessThanOrEqual(1);
	expect(oneATurn(work('c', 0.1))).toBe('c');
});

test('a failure of work, at once or later, affects only its caller', async () => {
	const { oneATurn, work } = turnsAndWork();
	const failing = () => {
		work('failing', 2)();
		throw new Error('failed');
	};
	expect(() => oneATurn(failing)).toThrow('failed');
	const later = Promise.resolve(oneATurn(failing)).then(
		() => 'done',
		({ message }) => message,
	);
	const after = oneATurn(work('after', 0.1));
	expect(await later).toBe('failed');
	expect(await after).toBe('after');
});

test('work without a key comes after all waiting work of licenses, even if it came first', async () => {
	const { oneATurn, work, workNames } = turnsAndWork();
	oneATurn(work('long', 2));
	const all = [
		oneATurn(work('page', 2), 'last'),
		oneATurn(work('second page', 2), 'last'),
		oneATurn(work('read', 2)),
		oneATurn(work('second read', 2)),
	];
	await Promise.all(all);
	expect(workNames).toEqual(['long', 'read', 'second read', 'page', 'second page']);
});

test('work without a key waits for at most a second of reads', async () => {
	const { oneATurn, work, workNames } = turnsAndWork();
	oneATurn(work('long', 2));
	const all = [
		oneATurn(work('page', 2), 'last'),
		...[1, 2, 3, 4].map((number) => oneATurn(work(`read ${number}`, 400))),
	];
	await Promise.all(all);
	expect(workNames).toEqual(['long', 'read 1', 'read 2', 'read 3', 'page', 'read 4']);
});

test('work that returns a promise has a turn of its own, and the next work begins when it is done', async () => {
	const { oneATurn, work, workNames } = turnsAndWork();
	const steps = (name: string) => async () => {
		work(`${name} begins`, 0.1)();
		await Promise.resolve();
		work(`${name} ends`, 0.1)();
	};
	await Promise.all([oneATurn(steps('a')), oneATurn(steps('b')), oneATurn(steps('c'))]);
	expect(workNames).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
