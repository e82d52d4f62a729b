import { bodies } from './bodies.ts';
import type { HostileCase } from './corpus.ts';
import { fields } from './fields.ts';
import { framing } from './framing.ts';
import { headers } from './headers.ts';
import { bytes, exchange } from './raw-client.ts';
import { spellings } from './spellings.ts';
import { targets } from './targets.ts';

/** Every raw request there is. */
export const corpus: readonly HostileCase[] = [
	...framing,
	...headers,
	...fields,
	...targets,
	...bodies,
	...spellings,
];

/** A front that is asked over TLS, and may limit how many connections come from one address. */
export interface RawFront {
	/** The authority of its certificate. */
	ca: string;
	/** Milliseconds in which it ends a request that never becomes whole. */
	patience: number;
}

/** Milliseconds without a byte after which a server counts as having said everything. */
const quiet = 800;
/** The same while an answer is still to come. */
const longestWait = 10_000;
/**
 * Answers that the service gives without a pause in between. In a flood of half a second it lets an answer wait for a turn
 * (`src/server/fairness.ts`), and Bun refuses what follows on a connection that waits; of so few none does, because each
 * counts for a twentieth of a second at most, however busy the machine is.
 */
const answersAtATime = 6;
/** A front ends connections whose handshake takes seconds, as all would where hundreds wait for a busy processor. */
const mostHandshakes = 20;

/**
 * The statuses that each request got, by name. Many are asked side by side on connections of their own: an answer that
 * strays to another connection would show. `wanted` tells the statuses to wait for; nobody knows those of a front.
 */
export async function askCorpus(
	port: number,
	key: string,
	server: { wanted: (asked: HostileCase) => readonly number[]; ca?: string } | { front: RawFront },
): Promise<Map<string, number[]>> {
	const mayConnect = 'front' in server ? turnstile(mostHandshakes) : null;
	const ask = async (one: HostileCase, index: number, answered: () => void) => {
		const { name, send, halfClose = false, head = false, bytewise = false } = one;
		const texts = (typeof send === 'string' ? [send] : send).map((text) => text.replaceAll('{key}', key));
		const pieces = texts.flatMap((text) => (bytewise ? [...text] : [text])).map(bytes);
		const sent = await mayConnect?.();
		const { responses } = await exchange(port, pieces, {
			...(sent && { sent }),
			answered,
			halfClose,
			head,
			quiet,
			...('front' in server
				? { ...server.front, localAddress: `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}` }
				: {
						answers: server.wanted(one).length,
						patience: longestWait,
						...(server.ca && { ca: server.ca }),
					}),
		});
		return [name, responses.map(({ status }) => status)] as const;
	};
	const asked: ReturnType<typeof ask>[] = [];
	let together: Promise<void>[] = [];
	let answers = 0;
	for (const [index, one] of corpus.entries()) {
		if (!('front' in server)) {
			answers += Math.max(1, server.wanted(one).length);
			if (answers > answersAtATime) {
				await Promise.all(together);
				[together, answers] = [[], Math.max(1, server.wanted(one).length)];
			}
		}
		const { promise, resolve } = Promise.withResolvers<void>();
		together.push(promise);
		asked.push(ask(one, index, resolve));
	}
	return new Map(await Promise.all(asked));
}

/** Lets so many in at a time; who is let in gets what lets the next one in, which may be called more than once. */
function turnstile(most: number): () => Promise<() => void> {
	let free = most;
	const waiting: (() => void)[] = [];
	const leave = () => {
		const next = waiting.shift();
		if (next) next();
		else free++;
	};
	return async () => {
		if (free > 0) free--;
		else await new Promise<void>((enter) => waiting.push(enter));
		let isInside = true;
		return () => {
			if (isInside) leave();
			isInside = false;
		};
	};
}
