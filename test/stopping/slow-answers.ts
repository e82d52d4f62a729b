/**
 * Loaded before the service (`bun --preload`): each answer takes two milliseconds of work, so that of 64 clients
 * there is always one that waits at the port already.
 */
const { set } = Headers.prototype;

function setSlowly(this: Headers, name: string, value: string): void {
	const end = performance.now() + (name === 'ETag' ? 2 : 0);
	while (performance.now() < end);
	set.call(this, name, value);
}
Object.defineProperty(Headers.prototype, 'set', { value: setSlowly });
