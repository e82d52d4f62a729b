import { repeat, type Trouble, type TroubledService } from './trouble.ts';

const visitors = 8;
const visitPause = 20;

/** Addresses of public pages that are new each time: long, wrong, unknown and expensive ones. */
function pageAddress(number: number): string {
	const words = `${'a+e+i+o+u+m+n+'.repeat(900)}${number}`;
	const addresses = [
		`/all?find=${words}`,
		`/all?find=a+e+${number}`,
		`/all?find=mac&runs=14&order=oldest&x=${number}`,
		`/mac/J293AP?on=11.${number % 9}&show=fixes&grace_days=${number % 3_000}`,
		`/mac/J293AP?on=${'1'.repeat(number % 4_000)}`,
		`/mac/zzqmacboook${number}`,
		`/?q=${encodeURIComponent(`quadrra macboook airr ${number}`)}`,
		`/compare?mac=zzqair${number}&mac=zzqpro${number}&mac=J293AP:14.${number % 9}`,
	];
	return addresses[number % addresses.length]!;
}

/** Asks for public pages without a key. Pages that are refused, not understood or not found are correct answers. */
export function startPublicPages({ ask, fault }: TroubledService): Trouble {
	let pages = 0;
	const right = new Set([200, 400, 404, 429]);
	const visitor = () =>
		repeat(async () => {
			const path = pageAddress(pages++);
			try {
				const response = await ask(path);
				await response.arrayBuffer();
				if (!right.has(response.status)) fault(`a public page: ${response.status}`);
			} catch (thrown) {
				fault(`a public page: ${thrown}`);
			}
			await Bun.sleep(visitPause);
		});
	return together(Array.from({ length: visitors }, visitor), () => `${pages} public pages`);
}

const agentsOfLicense = 2;
const agentPause = 20;

/** Messages to agents' tools: the list, long answers in a batch, and a batch that is too long. */
function messages(number: number): unknown {
	const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list', params: {} });
	const exposure = (id: number) => ({
		jsonrpc: '2.0',
		id,
		method: 'tools/call',
		params: { name: 'exposure', arguments: { mac: 'J293AP', version: `11.${id % 8}`, limit: 100 } },
	});
	const boards = (id: number) => ({
		jsonrpc: '2.0',
		id,
		method: 'resources/read',
		params: { uri: 'pointrelease://boards' },
	});
	const batch = (count: number, make: (id: number) => object) =>
		Array.from({ length: count }, (_, id) => make(id));
	return [list(1), batch(20, exposure), batch(20, boards), batch(120, list), batch(20, list)][number % 5];
}

/** Two licenses whose agents ask without a pause. 429, and 400 for a batch that is too long, are correct answers. */
export function startAgents({ ask, agentKeys, fault }: TroubledService): Trouble {
	let posts = 0;
	const right = new Set([200, 400, 429]);
	const agent = (key: string) =>
		repeat(async () => {
			try {
				const response = await ask('/mcp', {
					method: 'POST',
					headers: {
						Authorization: key,
						'Content-Type': 'application/json',
						Accept: 'application/json, text/event-stream',
					},
					body: JSON.stringify(messages(posts++)),
				});
				const { byteLength } = await response.arrayBuffer();
				if (!right.has(response.status)) fault(`an agent: ${response.status}`);
				if (byteLength > 2_100_000) fault(`an agent got ${byteLength} bytes in one answer`);
			} catch (thrown) {
				fault(`an agent: ${thrown}`);
			}
			await Bun.sleep(agentPause);
		});
	const agents = agentKeys.flatMap((key) => Array.from({ length: agentsOfLicense }, () => agent(key)));
	return together(agents, () => `${posts} posts of agents`);
}

const descriptionPause = 20;
const readPause = 50;

/**
 * Requests the API description without a key, beside a license with long reads. While no other license sends
 * expensive requests, none of those reads may be refused.
 */
export function startDescriptions({ ask, readerKey, fault }: TroubledService, isAlone: boolean): Trouble {
	let [asked, reads] = [0, 0];
	const get = async (path: string, headers: Record<string, string>) => {
		const response = await ask(path, { headers });
		await response.arrayBuffer();
		return response.status;
	};
	const stranger = repeat(async () => {
		asked++;
		const status = await get('/openapi.json', {}).catch(String);
		if (status !== 200 && status !== 429) fault(`the API description: ${status}`);
		await Bun.sleep(descriptionPause);
	});
	const reader = repeat(async () => {
		const status = await get(`/search?q=macboook${reads++}`, { Authorization: readerKey }).catch(String);
		if (status !== 200 && (isAlone || status !== 429)) fault(`a read beside strangers: ${status}`);
		await Bun.sleep(readPause);
	});
	return together([stranger, reader], () => `${asked} API descriptions beside ${reads} reads`);
}

function together(parts: readonly { stop(): Promise<void> }[], told: () => string): Trouble {
	return {
		told,
		async stop() {
			await Promise.all(parts.map(({ stop }) => stop()));
		},
	};
}
