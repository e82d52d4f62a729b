import { existsSync } from 'node:fs';
import type { SoakedService } from './service.ts';

/** The memory of the service beside a load, in megabytes. */
export interface MemoryReport {
	readonly seconds: number;
	/** Resident: the mean of the first minute and of the last; NaN where the system does not tell it. */
	readonly residentEarly: number;
	readonly residentLate: number;
	/** In use after a garbage collection, when the first minute has passed and at the end. */
	readonly inUseEarly: number;
	readonly inUseLate: number;
}

/** How many times the memory of its first minute a service may have at the end of a load. */
export const mostMemory = 1.3;
/** In seconds. In a shorter load the first minute is mostly the time in which the service gets warm. */
const leastJudged = 300;

/** Watches the memory of the service from the beginning of a load that lasts so many milliseconds. */
export function watchMemory(service: SoakedService, milliseconds: number) {
	const minute = Math.min(60_000, milliseconds / 3);
	const samples: { at: number; megabytes: number }[] = [];
	const began = performance.now();
	const sampler = setInterval(
		() => {
			if (existsSync('/proc/self/status') && service.ended() === null)
				samples.push({ at: performance.now() - began, megabytes: service.resident() });
		},
		Math.min(1_000, minute / 4),
	);
	sampler.unref();
	const inUse = async () => (service.ended() === null ? await service.inUse() : Number.NaN);
	const early = Bun.sleep(minute).then(inUse);
	return {
		async stop(): Promise<MemoryReport> {
			clearInterval(sampler);
			const end = performance.now() - began;
			return {
				seconds: end / 1_000,
				residentEarly: mean(samples.filter(({ at }) => at <= minute)),
				residentLate: mean(samples.filter(({ at }) => at >= end - minute)),
				inUseEarly: await early,
				inUseLate: await inUse(),
			};
		},
	};
}

function mean(samples: readonly { megabytes: number }[]): number {
	return samples.reduce((sum, { megabytes }) => sum + megabytes, 0) / samples.length;
}

/** The faults of the memory beside a load; a short one is not judged. */
export function memoryVerdict(report: MemoryReport): string[] {
	if (report.seconds < leastJudged) return [];
	const { residentEarly, residentLate, inUseEarly, inUseLate } = report;
	const grown = (what: string, early: number, late: number) =>
		late > mostMemory * early
			? [
					`${what} is ${late.toFixed(0)} MB at the end, ${(late / early).toFixed(2)} times that of the first minute: at most ${mostMemory}`,
				]
			: [];
	return [
		...grown('resident memory', residentEarly, residentLate),
		...grown('memory in use', inUseEarly, inUseLate),
	];
}

/** The rows of a report for people. */
export function memoryRows(report: MemoryReport): Record<string, string> {
	const { residentEarly, residentLate, inUseEarly, inUseLate } = report;
	const times = (early: number, late: number) =>
		`${early.toFixed(0)}, ${late.toFixed(0)} (${(late / early).toFixed(2)} times)`;
	const judged = report.seconds < leastJudged ? 'too short to judge' : `at most ${mostMemory} times`;
	return {
		[`resident memory, MB: first minute, last (${judged})`]: Number.isNaN(residentEarly)
			? `not measured on ${process.platform}`
			: times(residentEarly, residentLate),
		[`memory in use, MB: after a minute, at the end (${judged})`]: times(inUseEarly, inUseLate),
	};
}
