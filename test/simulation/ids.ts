import * as crypto from 'node:crypto';
import { currentProcess, simulationNow } from './simulation.ts';

/** `node:crypto` for simulated processes: random numbers follow from the seed. */
export * from 'node:crypto';

export function randomBytes(count: number): Buffer {
	const simulation = currentProcess() && simulationNow();
	if (!simulation) return crypto.randomBytes(count);
	return Buffer.from(Array.from({ length: count }, () => Math.floor(simulation.random() * 256)));
}

export function randomUUID(): string {
	const hex = randomBytes(16).toString('hex');
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function randomFillSync<T extends NodeJS.ArrayBufferView>(bytes: T): T {
	new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).set(randomBytes(bytes.byteLength));
	return bytes;
}
