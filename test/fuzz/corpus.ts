import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import type { Target } from './target.ts';

const pathOf = ({ name }: Target) => join(import.meta.dir, 'corpus', `${name}.jsonl`);

/** The inputs that a target begins with: its seeds, and those that earlier runs found, a line each. */
export function inputsOf(target: Target): Uint8Array[] {
	const seeds = target
		.seeds()
		.map((seed) => (typeof seed === 'string' ? new TextEncoder().encode(seed) : seed));
	return [...seeds, ...storedInputs(target)];
}

export function storedInputs(target: Target): Uint8Array[] {
	const path = pathOf(target);
	if (!existsSync(path)) return [];
	return readFileSync(path, 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => inputIn(JSON.parse(line)));
}

/** Text is stored as it is, anything else compressed. */
type StoredInput = string | { readonly deflated: string };

/** The bytes of a line of the corpus. */
export function inputIn(stored: StoredInput): Uint8Array {
	if (typeof stored === 'string') return new TextEncoder().encode(stored);
	return Uint8Array.from(inflateSync(Buffer.from(stored.deflated, 'base64')));
}

export function printInput(bytes: Uint8Array): string {
	const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
	const isText = Buffer.from(text).equals(bytes) && !/[\0-\x08\x0e-\x1f]{4}/.test(text);
	return JSON.stringify(isText ? text : { deflated: deflateSync(bytes, { level: 9 }).toString('base64') });
}

/** Stores the smallest inputs until they have so many characters together. */
export function storeInputs(target: Target, inputs: readonly Uint8Array[], most: number): void {
	// What a target without seeds begins with was put there by hand.
	if (target.seeds().length === 0) return;
	const lines: string[] = [];
	let characters = 0;
	for (const line of inputs.map(printInput).toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1))) {
		characters += line.length + 1;
		if (characters > most) break;
		lines.push(line);
	}
	if (lines.length > 0) writeFileSync(pathOf(target), `${lines.join('\n')}\n`);
}
