import type { Page } from 'playwright-core';

/** The factor by which the processor of the page is slowed: about a phone. */
const slower = 4;
/** Milliseconds from which browsers call a task long. */
const short = 50;
/** Milliseconds without a long task after which the page counts as finished. */
const quiet = 700;

export async function slow(page: Page): Promise<void> {
	const session = await page.context().newCDPSession(page);
	await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
}

/** Records long tasks from the start of a page; for pages that are opened later. */
export const watchTasks = `
	window.longTasks = [];
	new PerformanceObserver((list) => {
		for (const { startTime, duration } of list.getEntries()) window.longTasks.push([startTime, duration]);
	}).observe({ type: 'longtask', buffered: true });
`;

/** Starts a new recording. */
export async function watchBlocking(page: Page): Promise<void> {
	await page.evaluate(
		`if (!window.longTasks) { ${watchTasks} } window.watchedSince = performance.now(); window.longTasks.length = 0;`,
	);
}

/**
 * The total blocking time, which is the time of long tasks beyond 50 ms, and the longest task, once the page has
 * finished.
 */
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
