import { connect } from 'node:net';
import { parseResponses } from '../hostile/raw-client.ts';
import type { ServiceProcess } from '../service-process.ts';

/** What all clients of a test got. */
export interface Tally {
	/** Whole answers with status 200. */
	answered: number;
	/** The status of every other whole answer. */
	refused: number[];
	/** Requests without a whole answer. */
	unanswered: Unanswered[];
}

export interface Unanswered {
	/** How the connection ended. */
	end: string;
	/** How much of the answer was there. */
	bytes: number;
}

interface Conversation {
	/** An answer said `Connection: close`. */
	told: boolean;
	unanswered: Unanswered | null;
}

export function emptyTally(): Tally {
	return { answered: 0, refused: [], unanswered: [] };
}

/** Asks until an answer says `Connection: close`: then it goes elsewhere, as the clients of a load balancer do. */
export async function politeClient(service: ServiceProcess, requests: number, tally: Tally): Promise<void> {
	for (;;) {
		const { told, unanswered } = await converse(service, requests, tally);
		if (told || unanswered?.end === 'ECONNREFUSED') return;
	}
}

/** Comes back to the same port, whatever it is told and whatever happens, until nobody listens there. */
export async function stubbornClient(service: ServiceProcess, requests: number, tally: Tally): Promise<void> {
	for (;;) {
		const { unanswered } = await converse(service, requests, tally);
		if (unanswered?.end === 'ECONNREFUSED') return;
	}
}

/** Asks on one connection, the next when the last was answered, until it is told to go or has asked enough. */
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
