import type { Page } from 'playwright-core';

/** So much slower than this machine the page's thread runs: about a phone. */
const slower = 4;
/** What a task may take before it counts, in milliseconds, as browsers define it. */
const short = 50;
/** Nothing follows once no task was long for so long. */
const quiet = 700;

export async function slow(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** Notes long tasks of the page from its start on; for pages that are opened afterwards. */
export const watchTasks = `
	window.longTasks = [];
	new PerformanceObserver((list) => {
		for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
	}).observe({ type: 'longtask', buffered: true });
`;

/** Forgets what was noted so far. */
export async function watchBlocking(page: Page): Promise<void> {
	await page.evaluate(
		`if (!window.longTasks) { ${watchTasks} } window.watchedSince = performance.now(); window.longTasks.length = 0;`,
	);
}

/** By how much tasks were longer than a person does not notice, in all, and the longest of them, once nothing follows. */
export async function blockingOf(page: Page): Promise<{ total: number; longest: number }> {
	const tasks = await page.evaluate<[number, number][]>(`new Promise((done) => {
		const began = performance.now();
		const look = () => {
			const [start, duration] = window.longTasks.at(-1) ?? [0, 0];
			const calmSince = Math.max(began, start + duration);
			if (performance.now() - calmSince > ${quiet}) done(window.longTasks.filter(([start]) => start >= (window.watchedSince ?? 0)));
			else setTimeout(look, 50);
		};
		look();
	})`);
	const durations = tasks.map(([, duration]) => duration);
	return {
		total: durations.reduce((sum, duration) => sum + Math.max(0, duration - short), 0),
		longest: Math.max(0, ...durations),
	};
}
