/**
 * Loaded before the service (`bun --preload`): each answer takes two milliseconds of work, so that of 64 clients
 * there is always one that waits at the port already. A stop has ten times as long: what is tried is that it ends by
 * itself, and not how fast the machine is.
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
