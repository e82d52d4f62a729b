import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { environment, runCommand } from '../process.ts';
import { type ServiceProcess, startService } from '../service-process.ts';

const command = join(import.meta.dir, '../../bin/pointrelease');

/** The official client, talking to the real command over its standard input and output. */
async function connect(
	words: string[],
	env: Record<string, string> = {},
	mode: 'auto' | 'legacy' = 'auto',
): Promise<Client> {
	const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode } });
	await client.connect(
		new StdioClientTransport({ command, args: ['mcp', ...words], env: environment(env), stderr: 'inherit' }),
	);
	return client;
}

const call = async (client: Client, name: string, given: Record<string, unknown>) =>
	(await client.callTool({ name, arguments: given })) as {
		isError?: boolean;
		content: { type: string; text: string }[];
		structuredContent?: Record<string, unknown>;
	};

describe('an agent without a key, on the embedded data', () => {
	let client: Client;
	beforeAll(async () => {
		client = await connect([]);
	});
	afterAll(() => client.close());

	test('finds tools that only read, each with the shape of its answer', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			'find_mac',
			'standing',
			'next_release',
			'exposure',
			'releases',
			'macs_of_release',
			'fleet_report',
		]);
		for (const tool of tools) {
			expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
			expect(tool.outputSchema?.type).toBe('object');
			expect(tool.description!.length).toBeLessThan(300);
		}
	});

	test('asks what follows a release', async () => {
		const { structuredContent } = await call(client, 'next_release', { mac: 'J293AP', version: '14.7.2' });
		expect(structuredContent).toMatchObject({
			resolved_board_id: 'J293AP',
			requested_version_proximo: '14.7.3',
			requested_version_proximo_releasedDate: '2025-01-27',
		});
	});

	test('asks the same by the name of a Mac', async () => {
		const { structuredContent } = await call(client, 'next_release', {
			mac: 'MacBook Air (M1, 2020)',
			version: '14.0',
		});
		expect(structuredContent).toMatchObject({
			resolved_board_id: 'J313AP',
			requested_version_proximo: '14.1',
		});
	});

	test('asks where a Mac stands under a policy', async () => {
		const { structuredContent } = await call(client, 'standing', {
			mac: 'MacBookPro17,1',
			version: '13.7.8',
			behind: 1,
			grace_days: 14,
			as_of: '2026-11-16',
		});
		expect(structuredContent).toMatchObject({ board_id: 'J293AP', standing: 'ended', meets_policy: false });
	});

	test('finds a Mac by its model identifier', async () => {
		const { structuredContent } = await call(client, 'find_mac', { query: 'MacBookAir10,1' });
		expect(structuredContent?.results).toMatchObject([{ board_id: 'J313AP' }]);
	});

	test('sees the counts of all missing fixes, and as much of the list as it asked for', async () => {
		const given = { mac: 'J293AP', version: '14.7.2', as_of: '2026-11-16', limit: 2 };
		const { structuredContent } = await call(client, 'exposure', given);
		expect(structuredContent?.missing).toHaveLength(2);
		expect(structuredContent?.missing_count).toBeGreaterThan(100);
	});

	test('lists releases of a major or of a Mac, and is told when it asks for both', async () => {
		const major = await call(client, 'releases', { major: '9.2' });
		const versions = (major.structuredContent!.releases as { version: string }[]).map(
			({ version }) => version,
		);
		expect(versions).toEqual(['9.2', '9.2.1', '9.2.2']);
		const both = await call(client, 'releases', { major: '9.2', mac: 'M8493' });
		expect(both).toMatchObject({ isError: true, content: [{ text: 'use either major or mac' }] });
	});

	test('lists the Macs of a release', async () => {
		const { structuredContent } = await call(client, 'macs_of_release', { version: '3.4' });
		expect(structuredContent).toEqual({
			os_version: '3.4',
			major_version: '3.4',
			compatible_board_ids: ['M0001D', 'M0001E'],
			count: 2,
		});
	});

	test('reports on a file of this machine: counts, and rows only when it asks for them', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pointrelease-mcp-'));
		const file = join(folder, 'macs.csv');
		writeFileSync(
			file,
			'Computer Name,Serial Number,Model Identifier,Operating System Version\nanna,C02X,MacBookPro17,1\n'.replace(
				'MacBookPro17,1',
				'"MacBookPro17,1",13.7.8',
			),
		);
		const given = { file, behind: 1, as_of: '2026-11-16' };
		const counted = await call(client, 'fleet_report', given);
		expect(counted.structuredContent).toMatchObject({ summary: { macs: 1, ended: 1 }, macs: [] });
		expect(counted.content[0]!.text).not.toContain('C02X');
		const listed = await call(client, 'fleet_report', { ...given, max_rows: 5 });
		expect(listed.structuredContent?.macs).toMatchObject([{ serial: 'C02X', standing: 'ended' }]);
		const secret = join(folder, 'secret');
		writeFileSync(secret, 'root:x:0:0:root:/root:/bin/sh\n');
		const refused = await call(client, 'fleet_report', { file: secret });
		expect(refused.content[0]!.text).toBe(
			'secret: no column with the model or board ID of a Mac was found: expected names of columns such as Model Identifier',
		);
		const absent = await call(client, 'fleet_report', { file: join(folder, 'absent.csv') });
		expect(absent).toMatchObject({
			isError: true,
			content: [{ text: `${join(folder, 'absent.csv')}: cannot be read (no such file or folder)` }],
		});
		// A pipe without a writer would be waited for without end.
		await Bun.$`mkfifo ${join(folder, 'pipe')}`;
		expect(await call(client, 'fleet_report', { file: join(folder, 'pipe') })).toMatchObject({
			isError: true,
			content: [{ text: 'file: expected the path of a file' }],
		});
		rmSync(folder, { recursive: true });
	});

	test('is told what was wrong and what would be right', async () => {
		const unknown = await call(client, 'next_release', { mac: 'J293AX', version: '14.7.2' });
		expect(unknown.isError).toBe(true);
		expect(unknown.content[0]!.text).toContain('J293AP');
	});

	test('reads the data set as resources', async () => {
		const { resources } = await client.listResources();
		expect(resources.map(({ uri }) => uri)).toEqual(['pointrelease://releases', 'pointrelease://boards']);
		const { contents } = await client.readResource({ uri: 'pointrelease://releases' });
		expect(JSON.parse((contents[0] as { text: string }).text).majors[0]).toMatchObject({ major: '0.97' });
	});
});

describe('an agent before a service', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-mcp-data-'));
	let service: ServiceProcess;
	beforeAll(async () => {
		// Not the data that the command carries.
		const data = join(folder, 'data');
		cpSync(join(import.meta.dir, '../../data'), data, { recursive: true });
		const sources = join(data, 'sources.csv');
		writeFileSync(sources, readFileSync(sources, 'utf8').replace('512 Pixels', 'Other pixels'));
		service = await startService({ env: { POINTRELEASE_DATA: data } });
	});
	afterAll(async () => {
		await service.remove();
		rmSync(folder, { recursive: true });
	});

	test('has its fleet reported on from the data of the service, which is sent nothing of it', async () => {
		const inventory = join(folder, 'macs.csv');
		writeFileSync(inventory, 'Model Identifier,OS Version\n"MacBookPro17,1",14.7.2\n');
		const client = await connect(['--service', service.address], { POINTRELEASE_KEY: service.key });
		const { structuredContent } = await call(client, 'fleet_report', { file: inventory });
		const { headers } = await service.get('/items/14');
		expect(structuredContent).toMatchObject({
			data_version: headers.get('data-version'),
			summary: { macs: 1 },
		});
		await client.close();
	});

	test('is answered by it, with the key of the environment', async () => {
		const client = await connect(['--service', service.address], { POINTRELEASE_KEY: service.key });
		const { structuredContent } = await call(client, 'next_release', { mac: 'J293AP', version: '14.7.2' });
		expect(structuredContent).toMatchObject({ requested_version_proximo: '14.7.3' });
		await client.close();
	});

	test('is told that a key is wrong, without the key', async () => {
		const client = await connect(['--service', service.address], { POINTRELEASE_KEY: 'AAAA-BBBB-CCCC-DDDD' });
		const refused = await call(client, 'next_release', { mac: 'J293AP', version: '14.7.2' });
		expect(refused.isError).toBe(true);
		expect(refused.content[0]!.text).not.toContain('AAAA-BBBB');
		await client.close();
	});
});

test.each([
	[['--service', 'ftp://x'], {}, '--service is not of the form https://host'],
	[['--service', 'http://127.0.0.1:1'], {}, 'with --service set POINTRELEASE_KEY to a license key'],
])('mcp %p ends with one line', async (words, env, line) => {
	const { code, stderr } = await runCommand(['mcp', ...words], env);
	expect({ code, stderr }).toEqual({ code: 1, stderr: `pointrelease: ${line}\n` });
});

test.each([
	['auto', '2026-07-28'],
	['legacy', '2025-11-25'],
] as const)('a client that negotiates as %s speaks %s', async (mode, version) => {
	const client = await connect([], {}, mode);
	expect(client.getNegotiatedProtocolVersion()).toBe(version);
	await client.close();
});

test('a client of an older protocol is served as well', async () => {
	const child = Bun.spawn([command, 'mcp'], {
		env: environment(),
		stdin: 'pipe',
		stdout: 'pipe',
		stderr: 'inherit',
	});
	const hello = {
		jsonrpc: '2.0',
		id: 1,
		method: 'initialize',
		params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
	};
	child.stdin.write(`${JSON.stringify(hello)}\n`);
	child.stdin.flush();
	const { value } = await child.stdout.getReader().read();
	expect(JSON.parse(new TextDecoder().decode(value))).toMatchObject({
		id: 1,
		result: { protocolVersion: '2025-06-18', serverInfo: { name: 'pointrelease' } },
	});
	child.stdin.end();
	expect(await child.exited).toBe(0);
});

test('what is no message is answered with the error of JSON-RPC, a line without end as well, and the conversation goes on', async () => {
	const child = Bun.spawn([command, 'mcp'], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
	child.stdin.write('{\n[]\n');
	child.stdin.write('x'.repeat(11 * 1024 * 1024));
	child.stdin.write('\n{"jsonrpc":"2.0","id":4,"method":"ping"}\n');
	await child.stdin.end();
	const answers = (await child.stdout.text()).trim().split('\n');
	expect(answers.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error?.code])).toEqual([
		[null, -32_700],
		[null, -32_600],
		[null, -32_700],
		[4, undefined],
	]);
	expect(await child.exited).toBe(0);
});

test('what was asked before its input ended is answered, however long that takes, and then it ends', async () => {
	const asked = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	const slow = Bun.serve({
		port: 0,
		hostname: '127.0.0.1',
		async fetch({ url }) {
			asked.resolve();
			await mayAnswer.promise;
			return Response.json({ path: new URL(url).pathname });
		},
	});
	const child = Bun.spawn([command, 'mcp', '--service', slow.url.origin], {
		env: environment({ POINTRELEASE_KEY: 'K3MC-9R1H-O9Q9-E1ZE' }),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const say = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
	const clientInfo = { name: 'a pipe', version: '1' };
	say({
		...{ id: 1, method: 'initialize' },
		params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
	});
	say({ method: 'notifications/initialized' });
	for (const id of [2, 3])
		say({
			id,
			method: 'resources/read',
			params: { uri: `pointrelease://${id === 2 ? 'boards' : 'releases'}` },
		});
	await child.stdin.flush();
	await asked.promise;
	await child.stdin.end();
	const output = child.stdout.text();
	// Nothing tells that it has seen the end: one that drops what is on the way is gone by then.
	await Promise.race([child.exited, Bun.sleep(300)]);
	mayAnswer.resolve();
	const answers = (await output)
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(answers.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
	expect(answers.find(({ id }) => id === 2).result.contents[0].text).toBe('{"path":"/boards"}');
	expect(await child.exited).toBe(0);
	await slow.stop(true);
});
