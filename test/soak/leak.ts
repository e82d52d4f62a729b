/** Loaded before the service (`bun --preload`): each answer leaks 16 KB. */
const plainSet = Headers.prototype.set;
const left: Uint8Array[] = [];

function setAndLeave(this: Headers, name: string, value: string): void {
	if (name === 'ETag') left.push(new Uint8Array(16 * 1024));
	plainSet.call(this, name, value);
}
Object.defineProperty(Headers.prototype, 'set', { value: setAndLeave });

export {};
