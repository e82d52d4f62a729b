import { Mistake } from '../../src/process/definition-parts.ts';
import { Failure } from '../../src/process/failure.ts';

/** Something that reads bytes which others wrote. */
export interface Target {
	/** Unique, and the name of its corpus. */
	readonly name: string;
	/**
	 * Reads the bytes as the product does, whole. It may throw an orderly refusal. An answer that breaks its definition is
	 * thrown as an `Unsound`. What it returns is measured: the characters that the product would print or store.
	 */
	read(bytes: Uint8Array): number | Promise<number>;
	/** Valid bytes to begin with, and refused ones that are close to valid. */
	seeds(): readonly (string | Uint8Array)[];
	/** The message of its own refusal, where that is no error for a person: what calls the reader makes one of it. */
	readonly refusal?: string;
	/** The most characters of an answer to few bytes, where answers hold much that no byte asked for. */
	readonly mostAnswer?: number;
}

/** An answer that breaks its definition. */
export class Unsound extends Error {
	override readonly name = 'Unsound';
}

export function expectSound(isSound: boolean, what: string): void {
	if (!isSound) throw new Unsound(what);
}

/** Whether a target refused its bytes as it should: by an error that is made for a person. Any other error is a finding. */
export function isRefusal({ refusal }: Pick<Target, 'refusal'>, thrown: unknown): boolean {
	if (thrown instanceof Failure || thrown instanceof Mistake) return true;
	return refusal !== undefined && thrown instanceof RangeError && thrown.message === refusal;
}

/** What an input led to. */
export type Outcome =
	| { readonly kind: 'read'; readonly characters: number }
	| { readonly kind: 'refused'; readonly why: string }
	| Finding;

export interface Finding {
	readonly kind: 'finding';
	/** Equal for inputs that show the same fault. */
	readonly fault: string;
	readonly stack: string;
}

/** Characters that an answer may have for each byte that was read, beside `mostAnswer`. */
const mostGrowth = 400;
const usualMostAnswer = 100_000;

/** Reads bytes with a target, and judges what comes out. */
export async function judge(target: Target, bytes: Uint8Array): Promise<Outcome> {
	const before = bytes.slice();
	let outcome: Outcome;
	try {
		const characters = await target.read(bytes);
		const most = (target.mostAnswer ?? usualMostAnswer) + mostGrowth * bytes.length;
		outcome =
			characters <= most
				? { kind: 'read', characters }
				: finding(`an answer of more than ${most} characters`, `${characters} characters`);
	} catch (thrown) {
		outcome = isRefusal(target, thrown)
			? { kind: 'refused', why: (thrown as Error).message }
			: findingOf(thrown);
	}
	const polluted = pollution();
	if (polluted) return finding(`a prototype was changed: ${polluted}`, '');
	if (before.some((byte, at) => bytes[at] !== byte)) return finding('the input was changed', '');
	return outcome;
}

function findingOf(thrown: unknown): Finding {
	if (!(thrown instanceof Error)) return finding(`threw ${typeof thrown}`, String(thrown));
	const stack = thrown.stack ?? '';
	const place = /^\s*at (?:async )?(?:new )?([\w.$#<>]+)/m.exec(stack)?.[1] ?? '';
	const message = thrown.message.slice(0, 200).replace(/"[^"]*"|\d+/g, '…');
	return finding(`${thrown.name} in ${place}: ${message.slice(0, 80)}`, `${thrown.message}\n${stack}`);
}

function finding(fault: string, stack: string): Finding {
	return { kind: 'finding', fault, stack: stack.slice(0, 2000) };
}

const prototypes = [Object, Array, String, Number, Map, Function].map(({ prototype }) => prototype);
const ownNames = (prototype: object) => Reflect.ownKeys(prototype).length;
const namesBefore = prototypes.map(ownNames);

/** The prototype that has got members since the start; empty if none has. They are removed. */
function pollution(): string {
	for (const [at, prototype] of prototypes.entries()) {
		if (ownNames(prototype) === namesBefore[at]) continue;
		const added = Reflect.ownKeys(prototype).slice(namesBefore[at]);
		for (const name of added) Reflect.deleteProperty(prototype, name);
		return `${prototype.constructor.name} got ${added.map(String).join(', ')}`;
	}
	return '';
}
