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

/** A reverse proxy that is asked over TLS, and may limit the connections of one address. */
export interface RawFront {
	/** The authority of its certificate. */
	ca: string;
	/** The milliseconds after which it ends a request that is never completed. */
	patience: number;
}

/** After this many milliseconds without a byte an answer counts as complete. */
const quiet = 800;
/** The same while answers are still missing. */
const longestWait = 10_000;
/**
 * Answers that the service gives without a pause. In a flood of half a second it delays answers
 * (`src/server/fairness.ts`), and Bun rejects whatever follows on a connection that waits. This few cause no delay,
 * because each counts for at most a twentieth of a second, however busy the machine is.
 */
const answersAtATime = 6;
/**
 * A proxy ends connections whose handshake takes seconds, as it would with hundreds of handshakes on a busy
 * processor.
 */
const mostHandshakes = 20;

/**
 * The statuses that each request got, by name. Many are sent in parallel, each on its own connection: an answer on
 * the wrong connection would show. `wanted` gives the expected statuses; those of a reverse proxy are not known.
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

/** A semaphore for `most` holders. Each gets a function that releases its place, and may call it more than once. */
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
