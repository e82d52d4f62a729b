/**
 * Loaded before the service (`bun --preload`): each answer takes two milliseconds of work, so that of 64 clients
 * there is always one that waits at the port already.
 */
const plainSet = Headers.prototype.set;

function setSlowly(this: Headers, name: string, value: string): void {
	const end = performance.now() + (name === 'ETag' ? 2 : 0);
	while (performance.now() < end);
	plainSet.call(this, name, value);
}
Object.defineProperty(Headers.prototype, 'set', { value: setSlowly });

export {};
