import { connect } from 'node:net';
import { parseResponses } from '../hostile/raw-client.ts';
import type { ServiceProcess } from '../service-process.ts';

/** The results of all clients of a test. */
export interface Tally {
	/** Complete answers with status 200. */
	answered: number;
	/** The statuses of all other complete answers. */
	refused: number[];
	/** Requests without a complete answer. */
	unanswered: Unanswered[];
}

export interface Unanswered {
	/** How the connection ended. */
	end: string;
	/** The bytes of the answer that arrived. */
	bytes: number;
}

interface Conversation {
	/** An answer had `Connection: close`. */
	told: boolean;
	unanswered: Unanswered | null;
}

export function emptyTally(): Tally {
	return { answered: 0, refused: [], unanswered: [] };
}

/** Sends requests until an answer has `Connection: close`, then leaves, as clients of a load balancer do. */
export async function politeClient(service: ServiceProcess, requests: number, tally: Tally): Promise<void> {
	for (;;) {
		const { told, unanswered } = await converse(service, requests, tally);
		if (told || unanswered?.end === 'ECONNREFUSED') return;
	}
}

/** Always reconnects to the same port, whatever the answers say, until nothing listens there. */
export async function stubbornClient(service: ServiceProcess, requests: number, tally: Tally): Promise<void> {
	for (;;) {
		const { unanswered } = await converse(service, requests, tally);
		if (unanswered?.end === 'ECONNREFUSED') return;
	}
}

/**
 * Sends requests on one connection, each after the answer to the previous one, until it is told to leave or has sent
 * enough.
 */
function converse(service: ServiceProcess, requests: number, tally: Tally): Promise<Conversation> {
	const text = `GET /items/J293AP:14.7.2 HTTP/1.1\r\nHost: x\r\nAuthorization: ${service.key}\r\n\r\n`;
	return new Promise((resolve) => {
		let received = '';
		let complete = 0;
		let told = false;
		let left = false;
		const socket = connect(service.port, '127.0.0.1', () => socket.write(text));
		const leave = (unanswered: Unanswered | null) => {
			if (left) return;
			left = true;
			socket.destroy();
			if (unanswered) tally.unanswered.push(unanswered);
			resolve({ told, unanswered });
		};
		socket.on('data', (chunk) => {
			const { responses, rest } = parseResponses(received + chunk.toString('latin1'));
			received = rest;
			complete += responses.length;
			for (const { status, headers } of responses) {
				if (status === 200) tally.answered++;
				else tally.refused.push(status);
				told ||= headers.get('connection')?.toLowerCase() === 'close';
			}
			if (responses.length === 0) return;
			if (told || complete >= requests) leave(null);
			else socket.write(text);
		});
		socket.on('close', () => leave({ end: 'closed', bytes: received.length }));
		socket.on('error', ({ code }: NodeJS.ErrnoException) =>
			leave({ end: code ?? 'error', bytes: received.length }),
		);
	});
}
