import type { Channel, Mail } from '../../src/delivery/mail.ts';
import { Failure } from '../../src/process/failure.ts';
import type { AnswerElsewhere } from '../../src/server/handlers.ts';
import type { Listener } from '../../src/server/http.ts';
import type { Service } from '../../src/server/service.ts';
import { currentProcess, type SimulatedProcess, type Simulation, simulationNow } from './simulation.ts';
import { points, type Strike, strikeAt } from './strikes.ts';

/** What is wrong with the way to a host. With a lost answer, the host has the request. */
export type Trouble = 'unreachable' | 'answers lost' | 'slow' | 'refuses';
export const troubles: readonly Trouble[] = ['unreachable', 'answers lost', 'slow', 'refuses'];

type Answer = (request: Request) => Response | Promise<Response>;

/** The network that all processes share. */
export class Network {
	readonly hosts = new Map<string, Answer>();
	readonly trouble = new Map<string, Trouble>();
	/** The services that listen, by process. */
	readonly services = new Map<SimulatedProcess, Service>();
	/** What answers the console's own name, by process. */
	readonly consoles = new Map<SimulatedProcess, AnswerElsewhere>();
	/** Mail that the mail server has. */
	readonly mails: Mail[] = [];
	readonly #simulation: Simulation;

	constructor(simulation: Simulation) {
		this.#simulation = simulation;
	}

	/**
	 * Brings something to a host and its answer back. What was sent arrives even if the sender is killed meanwhile.
	 * `lost` is called in place of the answer if that is lost, `unreachable` if nothing arrived.
	 */
	send<T>(
		host: string,
		arrive: () => T | Promise<T>,
		ends: { answered(answer: T): void; unreachable(): void; lost(): void },
	): void {
		const simulation = this.#simulation;
		const sender = currentProcess();
		const back = (end: () => void) => {
			const isSlow = this.trouble.get(host) === 'slow';
			simulation.schedule(simulation.between(1, isSlow ? 40_000 : 60), end, sender);
		};
		const arrival = async () => {
			const trouble = this.trouble.get(host);
			if (trouble === 'unreachable') return back(ends.unreachable);
			const answer = await arrive();
			back(trouble === 'answers lost' ? ends.lost : () => ends.answered(answer));
		};
		simulation.schedule(simulation.between(1, 40), () => void arrival(), null);
		const strike = sender && strikeAt(sender, (at) => at === points.send);
		// What is sent is on its way, and the answer may come before or after.
		if (strike) simulation.schedule(simulation.between(0, 90), () => strikeSender(strike, sender), null);
	}
}

function strikeSender({ what, seconds, paused }: Strike, sender: SimulatedProcess): void {
	if (what === 'kill') {
		sender.kill();
		return;
	}
	const until = simulationNow()!.elapsed + seconds * 1000;
	sender.stopUntil(until);
	paused?.(until);
}

let network: Network | null = null;

export function useNetwork(next: Network | null): void {
	network = next;
}

/** `fetch` of simulated processes. */
export function answerFetch(_: Simulation, address: string | URL, init: RequestInit): Promise<Response> {
	const { signal, ...rest } = init;
	const request = new Request(String(address), {
		method: rest.method ?? 'GET',
		headers: rest.headers!,
		body: rest.body ?? null,
	});
	const { host } = new URL(address);
	return new Promise((resolve, reject) => {
		signal?.addEventListener('abort', () => reject(signal.reason));
		const fails = (code: string) => () => reject(Object.assign(new Error(code), { code }));
		const answer: Answer =
			network!.trouble.get(host) === 'refuses'
				? () => new Response('later', { status: 503 })
				: (network!.hosts.get(host) ?? (() => new Response('no such host', { status: 404 })));
		network!.send(host, () => answer(request), {
			answered: resolve,
			unreachable: fails('ECONNREFUSED'),
			lost: fails('ECONNRESET'),
		});
	});
}

const mailHost = 'mail.test';

/** `smtp.ts` for simulated processes: a mail server that keeps what it accepts. */
export function openMailChannel(): Channel<Mail> {
	return {
		noun: 'mail',
		place: mailHost,
		async deliver(mail, _name, handOver) {
			const simulation = simulationNow()!;
			await simulation.wait(simulation.between(1, 50));
			const refused = (words: string) => new Failure('mail-refused', words);
			if (network!.trouble.get(mailHost) === 'unreachable') throw refused('no connection');
			await handOver();
			await new Promise<void>((resolve, reject) => {
				const isRefused = network!.trouble.get(mailHost) === 'refuses';
				const accept = () => {
					if (!isRefused) network!.mails.push(mail);
				};
				network!.send(mailHost, accept, {
					answered: () => (isRefused ? reject(refused('450 later')) : resolve()),
					unreachable: () => reject(new Failure('mail-unknown', 'the connection broke')),
					lost: () => reject(new Failure('mail-unknown', 'the connection broke')),
				});
			});
		},
		close() {},
	};
}

/** `http.ts` for simulated processes: the service is reached by `Network.services`. */
export function listen(): Listener {
	const process = currentProcess()!;
	const net = network!;
	process.atDeath.push(() => void net.services.delete(process));
	const server = {
		hostname: '127.0.0.1',
		port: 8080,
		pendingRequests: 0,
		requestIP: () => ({ address: '192.0.2.1' }),
	};
	return {
		server: server as unknown as Listener['server'],
		names: null,
		certificates: [],
		open(service, elsewhere) {
			if (elsewhere) net.consoles.set(process, elsewhere);
			net.services.set(process, service);
		},
		renew() {},
		drain: async () => void net.services.delete(process),
		stop: async () => void net.services.delete(process),
	};
}
