import { setTimeout as pause } from 'node:timers/promises';
import { type Contender, launch } from './measure/contender.ts';
import { spreadOf } from './measure/rounds.ts';
import { stateIn } from './measure/service.ts';
import { type Effort, type Measure, median } from './subject.ts';

const port = 18_326;
const server = new URL('./growing-server.ts', import.meta.url).pathname;
const atOnce = 32;
/** Asked once each, so that nothing but a first answer is measured. */
const mostPaths = 4_000;
/** Milliseconds without work after which a server has done what new data asks of it. */
const atRest = 600;

/** Asks every path once, many at a time. */
export async function askOnce(at: number, paths: readonly string[], key: string): Promise<void> {
	for (let from = 0; from < paths.length; from += atOnce) {
		const asked = paths.slice(from, from + atOnce).map(async (path) => {
			// As curl and wrk do: what is compressed is measured elsewhere.
			const headers = { Authorization: key, 'Accept-Encoding': 'identity' };
			const response = await fetch(`http://127.0.0.1:${at}${path}`, { headers });
			await response.text();
		});
		await Promise.all(asked);
	}
}

/**
 * The first answers after new data, advice beside operation 3: what a fleet asked before is worked out again before it
 * asks for it. The first of a new day are prepared the same way.
 */
export async function firstAdvice(
	folder: string,
	key: string,
	paths: readonly string[],
	{ quick }: Effort,
): Promise<Measure> {
	const some = paths.slice(0, mostPaths);
	const advice = some.map((path) => path.replace('/items/', '/advice/'));
	const contender = await launch({
		name: 'new data',
		port,
		command: [process.execPath, server],
		env: { PORT: String(port), POINTRELEASE_STATE: stateIn(folder), FEEDS: 'off' },
	});
	const cost = async (asked: readonly string[]) => {
		const before = contender.use().cpu;
		await askOnce(port, asked, key);
		return contender.use().cpu - before;
	};
	try {
		await askOnce(port, some, key);
		await askOnce(port, advice, key);
		const ratios: number[] = [];
		for (let turn = 0; turn < (quick ? 3 : 9); turn++) {
			process.kill(contender.pid, 'SIGUSR2');
			await untilAtRest(contender);
			const [one, other] = turn % 2 === 0 ? [some, advice] : [advice, some];
			const [first, second] = [await cost(one), await cost(other)];
			ratios.push(turn % 2 === 0 ? second / first : first / second);
		}
		return {
			name: 'CPU, first advice after new data to first operation 3',
			values: [[median(ratios), 'x']],
			must: { most: 1.5 },
			spread: spreadOf(ratios),
		};
	} finally {
		await contender.stop();
	}
}

async function untilAtRest(contender: Contender): Promise<void> {
	for (;;) {
		const before = contender.use().cpu;
		await pause(atRest);
		// A few clock ticks are its upkeep.
		if (contender.use().cpu - before <= 50_000) return;
	}
}
