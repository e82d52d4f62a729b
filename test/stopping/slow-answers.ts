/**
 * Loaded before the service (`bun --preload`): each answer takes two milliseconds of work, so that one of 64 clients
 * is always waiting. A stop may take ten times as long: the test is about whether it ends, not about the speed of the
 * machine.
 */
import { stopLimits } from '../../src/process/stop-limits.ts';

for (const [part, milliseconds] of Object.entries(stopLimits))
	Object.assign(stopLimits, { [part]: milliseconds * 10 });

const plainSet = Headers.prototype.set;

function setSlowly(this: Headers, name: string, value: string): void {
	const end = performance.now() + (name === 'ETag' ? 2 : 0);
	while (performance.now() < end);
	plainSet.call(this, name, value);
}
Object.defineProperty(Headers.prototype, 'set', { value: setSlowly });
