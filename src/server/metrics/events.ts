import { eventCounters } from '../../process/event-counter.ts';
import { counter, type Metric } from './exposition.ts';

/** Whatever is counted where it happens (`eventCounter`). */
export function eventMetrics(): Metric[] {
	return eventCounters().map((event) => counter(event.name, event.help, () => [[event.value]]));
}
