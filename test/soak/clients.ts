import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { AnswerBook } from '../../src/api/answer-book.ts';
import { parseResponses, type RawResponse } from '../hostile/raw-client.ts';

/** A path and its answer in each state of the data, by data version. */
export interface Question {
	path: string;
	answers: Map<string, { status: number; body: string }>;
}

/** Requests of all five operations for every tenth board, and misses. */
export function questionsOf(books: readonly AnswerBook[]): Question[] {
	const { boards, majors } = books[0]!.catalog;
	const paths: string[] = [
		'/items/J293AP:14.7.2',
		'/items/J293AP:14.7.1',
		'/items/J293AP:14.7.2',
		'/items/99',
		'/items/J293APX',
	];
	for (const major of majors.keys()) paths.push(`/items/${major}`, `/items/${major}/board_ids`);
	for (const board of [...boards.values()].filter((_, index) => index % 10 === 0)) {
		paths.push(`/items/${board.id}`);
		for (const { major, releases } of board.support.values())
			paths.push(`/items/${board.id}:${major.name}`, `/items/${board.id}:${releases[0]!.version}`);
	}
	return paths.map((path) => ({
		path,
		answers: new Map(
			books.map((book) => {
				const { status, body } = book.answer(path);
				return [book.catalog.dataVersion, { status, body }];
			}),
		),
	}));
}

interface ClientOptions {
	address: string;
	key: string;
	questions: readonly Question[];
	fault(description: string): void;
	/** The number of parallel clients. */
	count?: number;
	/** Milliseconds between two requests of a client; more if an answer takes longer. */
	every?: number;
}

const clientCount = 16;
/** Requests on a connection before the client opens a new one. */
const perConnection = 40;
/** Keeps the load steady and the machine usable for others. */
const pause = 8;

/** Only ends a request that hangs: on a busy machine an answer may take many seconds. */
const longestAnswer = 120_000;

/** After a slow answer a client catches up by at most this many milliseconds: more would be a burst. */
const mostBehind = 250;

/** Each client sends requests on a connection, checks the answers, and opens a new connection after a while. */
export function startClients({ address, key, questions, fault, count = clientCount, every }: ClientOptions) {
	const { port: text, protocol } = new URL(address);
	const [port, secure] = [Number(text), protocol === 'https:'];
	let running = true;
	let requests = 0;
	let connections = 0;
	let asking = 0;
	let rest: Promise<void> | null = null;
	const client = async (number: number) => {
		let at = number * 997;
		let turn = performance.now() + (number / count) * (every ?? 0);
		while (running) {
			const line = await openLine(port, secure).catch((thrown) => fault(`no connection: ${thrown}`));
			if (!line) continue;
			connections++;
			for (let index = 0; running && index < perConnection; index++) {
				while (rest) await rest;
				asking++;
				at += 7;
				const question = questions[at % questions.length]!;
				const last = index === perConnection - 1 && number % 2 === 0;
				const answer = await line
					.ask(
						`GET ${question.path} HTTP/1.1\r\nHost: soak\r\nAuthorization: ${key}\r\n${last ? 'Connection: close\r\n' : ''}\r\n`,
					)
					.catch((thrown) => fault(`${question.path}: ${thrown}`));
				requests++;
				asking--;
				if (answer) check(question, answer, fault);
				if (every === undefined) await Bun.sleep(pause);
				else {
					turn = Math.max(turn + every, performance.now() - mostBehind);
					await Bun.sleep(Math.max(0, turn - performance.now()));
				}
			}
			line.close();
		}
	};
	const all = Promise.all(Array.from({ length: count }, (_, number) => client(number)));
	return {
		requests: () => requests,
		connections: () => connections,
		/** Does the work while no client sends a request; connections stay open. */
		async whileResting<T>(work: () => Promise<T>): Promise<T> {
			let end = () => {};
			rest = new Promise((resolve) => {
				end = resolve;
			});
			while (asking > 0) await Bun.sleep(5);
			return work().finally(() => {
				rest = null;
				end();
			});
		},
		async stop() {
			running = false;
			await all;
		},
	};
}

/** The body must come from the state of the data that the answer names. */
function check(
	{ path, answers }: Question,
	{ status, headers, body }: RawResponse,
	fault: (description: string) => void,
): void {
	const version = headers.get('data-version');
	const text = Buffer.from(body, 'latin1').toString();
	const right = version
		? [answers.get(version)].some((wanted) => wanted?.status === status && wanted.body === text)
		: [...answers.values()].some((wanted) => wanted.status === status && wanted.body === text);
	if (!right) fault(`${path}: ${status} with data ${version}: ${text.slice(0, 200)}`);
}

/** One connection for consecutive requests. */
function openLine(
	port: number,
	secure: boolean,
): Promise<{ ask(text: string): Promise<RawResponse>; close(): void }> {
	return new Promise((resolve, reject) => {
		let received = '';
		let waiting: ((response: RawResponse | null) => void) | null = null;
		const server = { port, host: '127.0.0.1' };
		const socket: Socket = secure ? connectTls({ ...server, rejectUnauthorized: false }) : connect(server);
		socket.once(secure ? 'secureConnect' : 'connect', () =>
			resolve({
				ask(text) {
					return new Promise((answer, fail) => {
						const timer = setTimeout(
							() => fail(new Error(`no answer in ${longestAnswer} ms`)),
							longestAnswer,
						);
						waiting = (response) => {
							clearTimeout(timer);
							waiting = null;
							if (response) answer(response);
							else fail(new Error('the connection was closed'));
						};
						socket.write(text);
					});
				},
				close: () => socket.destroy(),
			}),
		);
		socket.on('data', (chunk) => {
			const { responses, rest } = parseResponses(received + chunk.toString('latin1'));
			received = rest;
			if (responses[0]) waiting?.(responses[0]);
		});
		socket.on('close', () => waiting?.(null));
		socket.on('error', reject);
	});
}
