import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { isFull, sized } from '../size.ts';
import { idleConnections, idleVerdict } from './idle-connections.ts';
import { memoryVerdict } from './memory.ts';
import { soak, verdict } from './soak.ts';
import { questionsOfBoth, swapUnderLoad } from './swaps.ts';
import { troubledSoak, troubledVerdict } from './troubled-soak.ts';
import { askFrom } from './troubles/trouble.ts';

// Ten minutes of the same: npm run soak -- --steady. A usual run has swaps and license changes in the soak with troubles.
test.skipIf(!isFull)(
	'under a few seconds of steady load with data swaps, license changes and new connections every answer is right and memory does not grow',
	async () => {
		const report = await soak(5_000);
		expect(verdict(report)).toEqual([]);
		expect(report.requests).toBeGreaterThan(100);
		expect(report.swaps).toBeGreaterThan(1);
		expect(report.licenses).toBeGreaterThan(0);
	},
);

test.skipIf(!isFull)('the soak notices a service that leaks 16 KB per answer', async () => {
	const report = await soak(1_500, { preload: join(import.meta.dir, 'leak.ts') });
	expect(verdict(report)).toContainEqual(
		expect.stringMatching(/^memory in use grew from [\d.]+ to [\d.]+ MB$/),
	);
});

// As many as a process may hold, with the times of a normal client: npm run soak -- --idle.
test.skipIf(!isFull).each([false, true])(
	'idle connections from one address are neither refused nor ended, and a normal client gets its answers (TLS: %p)',
	async (tls) => {
		const report = await idleConnections(1_000, tls, 2_000);
		expect(idleVerdict(1_000, report, false)).toEqual([]);
		expect(report.held.answers).toBeGreaterThan(10);
	},
);

const load = { swaps: 10, rate: 300, every: 100 };

// The steady soak swaps data too; this is denser. A hundred swaps at 5,000 requests a second: npm run bench -- swaps.
test.skipIf(!isFull)(
	'while the data is swapped, every answer comes wholly from the data that it names',
	async () => {
		const report = await swapUnderLoad(load);
		expect([report.swaps, report.faults]).toEqual([load.swaps, []]);
		expect(report.requests).toBeGreaterThan(30);
	},
);

test.skipIf(!isFull)('the swap test notices an answer from other data than it names', async () => {
	const [question] = questionsOfBoth().filter(({ path }) => path === '/items/J293AP:14.7.2');
	const [versions, answers] = [[...question!.answers.keys()], [...question!.answers.values()].reverse()];
	const exchanged = new Map(versions.map((version, index) => [version, answers[index]!]));
	const { faults } = await swapUnderLoad({
		...load,
		swaps: 2,
		questions: [{ ...question!, answers: exchanged }],
	});
	expect(faults[0]).toMatch(/^\/items\/J293AP:14\.7\.2: 200 with data /);
});

// Ten minutes of the same, with the times of a normal client: npm run soak.
test('slow readers, a full redirect port, searches, odd feeds, expensive reads, public pages, agents, an import, a lock holder and an empty database at once cause no wrong answer, lost key or lost count', async () => {
	const importSize = sized(2_000, 4_000);
	const report = await troubledSoak(300, sized(3_000, 4_000), {
		importSize,
		slowReaders: 40,
		swapEvery: 1_500,
	});
	expect(troubledVerdict(report, false)).toEqual([]);
	expect(report.memory.inUseLate).toBeGreaterThan(1);
	expect(report.troubles).toEqual([
		'40 slow readers',
		'40 connections held on the port that redirects to TLS',
		expect.stringMatching(/^\d{4,} licenses in [1-9]\d* imports, interrupted \d+ times$/),
		expect.stringMatching(/^[1-9]\d* searches for the worst words$/),
		expect.stringMatching(/^[1-9]\d* feeds with odd queries$/),
		expect.stringMatching(/^[1-9]\d* expensive reads of 4 licenses$/),
		expect.stringMatching(/^[1-9]\d* public pages$/),
		expect.stringMatching(/^[1-9]\d* posts of agents$/),
		expect.stringMatching(/^[1-9]\d* API descriptions beside [1-9]\d* reads$/),
		expect.stringMatching(/^the write lock held [1-9]\d* times for 1200 ms$/),
		expect.stringMatching(/^the database swapped for an empty one [1-9]\d* times$/),
	]);
	expect(report.licenses).toBeGreaterThan(0);
	expect(report.keys).toBeGreaterThan(importSize);
	expect(report.answers).toBeGreaterThan(100);
});

test('a service whose memory is more than 1.3 times that of the first minute at the end is told so', () => {
	const steady = { seconds: 600, residentEarly: 200, residentLate: 260, inUseEarly: 50, inUseLate: 65 };
	expect(memoryVerdict(steady)).toEqual([]);
	expect(memoryVerdict({ ...steady, residentLate: 261, inUseLate: 70 })).toEqual([
		'resident memory is 261 MB at the end, 1.30 times that of the first minute: at most 1.3',
		'memory in use is 70 MB at the end, 1.40 times that of the first minute: at most 1.3',
	]);
	expect(memoryVerdict({ ...steady, seconds: 60, residentLate: 500 })).toEqual([]);
});

test('requests of a flood from several addresses name each in turn as a proxy does', async () => {
	const told: (string | null)[] = [];
	const server = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		fetch(request) {
			told.push(request.headers.get('X-Forwarded-For'));
			return new Response(request.headers.get('Authorization'));
		},
	});
	const from = async (addresses: number) => {
		const ask = askFrom(`http://127.0.0.1:${server.port}`, addresses);
		for (let count = 0; count < 3; count++)
			expect(await (await ask('/', { headers: { Authorization: 'key' } })).text()).toBe('key');
	};
	await from(2);
	await from(1);
	await server.stop();
	expect(told).toEqual(['10.0.0.0', '10.0.0.1', '10.0.0.0', null, null, null]);
});
