import packageFile from '../../../package.json' with { type: 'json' };
import { eventCounters } from '../../process/event-counter.ts';
import { counter, gauge, type Metric } from '../../process/exposition.ts';
import { openFiles } from '../../process/open-files.ts';

/** The process itself, under the names of OpenTelemetry's conventions for processes. */
export const processMetrics: readonly Metric[] = [
	gauge('target_info', 'What is measured here.', () => [
		[1, { service_name: 'pointrelease', service_version: packageFile.version, bun_version: Bun.version }],
	]),
	gauge('process_memory_usage_bytes', 'Resident memory.', () => [[process.memoryUsage.rss()]]),
	counter('process_cpu_time_seconds_total', 'Processor time used, by mode.', () => {
		const { user, system } = process.cpuUsage();
		return [
			[user / 1e6, { cpu_mode: 'user' }],
			[system / 1e6, { cpu_mode: 'system' }],
		];
	}),
	gauge('process_uptime_seconds', 'Time since the process started.', () => [[process.uptime()]]),
	// Not OpenTelemetry's name: to Prometheus, "_count" is part of a histogram.
	gauge('process_open_fds', 'Open files and sockets; absent if the system does not report them.', () => {
		const open = openFiles().length;
		return open === 0 ? [] : [[open]];
	}),
];

/** Counters that live beside the code that counts (`eventCounter`). */
export function eventMetrics(): Metric[] {
	return eventCounters().map((event) => counter(event.name, event.help, () => [[event.value]]));
}
