import { hex } from './bytes.ts';

/** SHA-256 (FIPS 180-4) of text as UTF-8, or of bytes: the same in every runtime, without waiting. */
export function sha256(input: string | Uint8Array): Uint8Array {
	const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
	const padded = new Uint8Array(((bytes.length + 72) >>> 6) << 6);
	padded.set(bytes);
	padded[bytes.length] = 0x80;
	const view = new DataView(padded.buffer);
	// The length in bits takes two words.
	view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
	view.setUint32(padded.length - 4, bytes.length << 3);
	const state = Int32Array.from(startState);
	const schedule = new Int32Array(64);
	for (let block = 0; block < padded.length; block += 64) {
		for (let at = 0; at < 16; at++) schedule[at] = view.getInt32(block + 4 * at);
		addBlock(state, schedule);
	}
	for (let at = 0; at < 8; at++) view.setInt32(4 * at, state[at]!);
	return padded.slice(0, 32);
}

export function sha256Hex(input: string | Uint8Array): string {
	return hex(sha256(input));
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Int32Array {
	const primes: number[] = [];
	for (let candidate = 2; primes.length < count; candidate++)
		if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
	return Int32Array.from(primes, (prime) => ((root(prime) % 1) * 0x1_0000_0000) | 0);
}

const startState = rootsOfPrimes(8, Math.sqrt);
const roundConstants = rootsOfPrimes(64, Math.cbrt);

function rotated(word: number, bits: number): number {
	return (word >>> bits) | (word << (32 - bits));
}

/** Adds a block of 16 words; the rest of the schedule is filled in. Without arrays of its own: it runs per 64 bytes. */
function addBlock(state: Int32Array, schedule: Int32Array): void {
	for (let at = 16; at < 64; at++) {
		const early = schedule[at - 15]!;
		const late = schedule[at - 2]!;
		const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
		const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
		schedule[at] = (schedule[at - 16]! + first + schedule[at - 7]! + second) | 0;
	}
	let a = state[0]!;
	let b = state[1]!;
	let c = state[2]!;
	let d = state[3]!;
	let e = state[4]!;
	let f = state[5]!;
	let g = state[6]!;
	let h = state[7]!;
	for (let at = 0; at < 64; at++) {
		const choice = (e & f) ^ (~e & g);
		const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
		const first = (h + mixed + choice + roundConstants[at]! + schedule[at]!) | 0;
		const majority = (a & b) ^ (a & c) ^ (b & c);
		const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
		h = g;
		g = f;
		f = e;
		e = (d + first) | 0;
		d = c;
		c = b;
		b = a;
		a = (first + second) | 0;
	}
	state[0] = state[0]! + a;
	state[1] = state[1]! + b;
	state[2] = state[2]! + c;
	state[3] = state[3]! + d;
	state[4] = state[4]! + e;
	state[5] = state[5]! + f;
	state[6] = state[6]! + g;
	state[7] = state[7]! + h;
}
