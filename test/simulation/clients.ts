import { createHmac } from 'node:crypto';
import { stripeSecret } from '../stripe-objects.ts';
import type { ProcessName, World } from './world.ts';

const consoleHost = 'console.test';

/** Sends a body to the console, as a browser or a program does behind the proxy. */
export function postToConsole(
	world: World,
	node: ProcessName,
	{ path, body, headers = {} }: { path: string; body: object; headers?: Record<string, string> },
): Promise<Response | null> {
	const origin = `https://${consoleHost}`;
	const proxied = { 'x-forwarded-proto': 'https', 'x-forwarded-host': consoleHost, origin };
	return sendRequest(
		world,
		node,
		() =>
			new Request(`${origin}${path}`, {
				method: 'POST',
				body: JSON.stringify(body),
				headers: { 'content-type': 'application/json', ...proxied, ...headers },
			}),
	);
}

/** Sends a request to a node. Null if no answer comes. */
export function sendRequest(
	world: World,
	node: ProcessName,
	request: () => Request,
): Promise<Response | null> {
	const { simulation, network } = world;
	const process = world.processes.get(node);
	return new Promise((resolve) => {
		const patientUntil = simulation.elapsed + 30_000;
		simulation.schedule(30_000, () => resolve(null), null);
		if (!process) return;
		const arrive = async () => {
			const service = network.services.get(process);
			// A node that stood still finds the connection closed.
			if (!service || simulation.elapsed >= patientUntil) return resolve(null);
			const sent = request();
			const { host, pathname } = new URL(sent.url);
			const item = pathname.startsWith('/items/') ? pathname.slice('/items/'.length) : null;
			const answerItem = () => (item === null ? service.handle(sent) : service.item(sent, item));
			const response =
				host === consoleHost
					? await network.consoles.get(process)!(sent)
					: sent.method === 'POST'
						? await service.post(sent, (work) => work())
						: answerItem();
			const license = world.licenses.find(({ key }) => key === sent.headers.get('authorization'));
			if (license && response?.status === 200)
				world.served.push({ by: process, license: license.id, at: simulation.elapsed });
			if (network.trouble.get('clients') === 'answers lost') return;
			simulation.schedule(simulation.between(0, 30), () => resolve(response), null);
		};
		simulation.schedule(simulation.between(0, 30), () => void arrive(), process);
	});
}

/** Whether a node admits a key; null if the node does not answer. */
export function admits(world: World, node: ProcessName, key: string): boolean | null {
	const process = world.processes.get(node);
	const service = process && world.network.services.get(process);
	if (!service) return null;
	const request = new Request('https://shop.test/items/27', { headers: { authorization: key } });
	const { status } = process.run(() => service.item(request, '27'));
	return status === 200;
}

/** Sends an event as the payment provider does. */
export function hook(world: World, node: ProcessName, event: object): Promise<Response | null> {
	return sendRequest(world, node, () => {
		const body = JSON.stringify(event);
		const seconds = Math.floor(world.simulation.wall / 1000);
		const signature = createHmac('sha256', stripeSecret).update(`${seconds}.${body}`).digest('hex');
		const headers = { 'stripe-signature': `t=${seconds},v1=${signature}` };
		return new Request('https://shop.test/hooks/stripe', { method: 'POST', body, headers });
	});
}

/** What somebody with a key reads on a node that is quiet: status, tag and body. */
export async function readAnswer(
	world: World,
	node: ProcessName,
	path: string,
	key: string,
): Promise<string> {
	const request = () => new Request(`https://shop.test${path}`, { headers: { authorization: key } });
	let response: Response | null | undefined;
	void sendRequest(world, node, request).then((answer) => {
		response = answer;
	});
	while (response === undefined) await world.simulation.step();
	return response === null
		? 'no answer'
		: `${response.status} ${response.headers.get('etag')} ${await response.text()}`;
}
