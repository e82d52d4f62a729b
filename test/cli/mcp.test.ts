import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serviceSource } from '../../src/mcp/source.ts';
import { Failure } from '../../src/process/failure.ts';
import { environment } from '../process.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { worldFolder } from '../world.ts';
import { runHere } from './run-here.ts';

const command = join(import.meta.dir, '../../bin/pointrelease');

/** Connects the official client to the real command over standard input and output. */
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

describe('an agent without a key, on the built-in data', () => {
	let client: Client;
	beforeAll(async () => {
		client = await connect([]);
	});
	afterAll(() => client.close());

	test('speaks the newest protocol', () => {
		expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
	});

	test('lists tools that only read, each with the schema of its answer', async () => {
		const { tools } = await client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			'find_mac',
			'about_mac',
			'standing',
			'next_release',
			'exposure',
			'cve',
			'releases',
			'macs_of_release',
			'fleet_report',
		]);
		for (const tool of tools) {
			expect(tool.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
			expect(tool.outputSchema?.type).toBe('object');
			expect(tool.description!.length).toBeLessThan(400);
		}
	});

	test('asks for the release after another', async () => {
		const { structuredContent } = await call(client, 'next_release', { mac: 'J293AP', version: '14.7.2' });
		expect(structuredContent).toMatchObject({
			resolved_board_id: 'J293AP',
			requested_version_proximo: '14.7.3',
			requested_version_proximo_releasedDate: '2025-01-27',
		});
	});

	test('asks for it by the name of a Mac', async () => {
		const { structuredContent } = await call(client, 'next_release', {
			mac: 'MacBook Air (M1, 2020)',
			version: '14.0',
		});
		expect(structuredContent).toMatchObject({
			resolved_board_id: 'J313AP',
			requested_version_proximo: '14.1',
		});
	});

	test('asks for the update status of a Mac under a policy', async () => {
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

	test('gets the counts of all missing fixes, and as much of the list as it asked for', async () => {
		const given = { mac: 'J293AP', version: '14.7.2', as_of: '2026-11-16', limit: 2 };
		const { structuredContent } = await call(client, 'exposure', given);
		expect(structuredContent?.missing).toHaveLength(2);
		expect(structuredContent?.missing_count).toBeGreaterThan(100);
	});

	test('lists releases of a major or of a Mac, and gets an error for both at once', async () => {
		const major = await call(client, 'releases', { major: '9.2' });
		const versions = (major.structuredContent!.releases as { version: string }[]).map(
			({ version }) => version,
		);
		expect(versions).toEqual(['9.2.2', '9.2.1', '9.2']);
		const both = await call(client, 'releases', { major: '9.2', mac: 'M8493' });
		expect(both).toMatchObject({ isError: true, content: [{ text: 'use either major or mac' }] });
	});

	test('lists the Macs of a release', async () => {
		const { structuredContent } = await call(client, 'macs_of_release', { version: '3.4' });
		expect(structuredContent).toMatchObject({
			os_version: '3.4',
			major_version: '3.4',
			compatible_board_ids: ['M0001D', 'M0001E'],
			count: 2,
			mac_count: 2,
			rest: 0,
		});
	});

	test('asks until when this Mac gets updates, which is not the end of its major version', async () => {
		const given = { mac: 'J293AP', version: '26.7.2', as_of: '2026-11-16' };
		const { structuredContent } = await call(client, 'standing', given);
		expect(structuredContent).toMatchObject({
			estimated_end: '2028-09',
			mac_last_major: '27',
			mac_ended_on: null,
			mac_estimated_end: '2029-09',
		});
		const about = await call(client, 'about_mac', { mac: 'MacBook Air (M1, 2020)' });
		expect(about.structuredContent).toMatchObject({ last_major: '27', estimated_end: '2029-09' });
	});

	test('asks which Macs lose support with a major version, by name', async () => {
		const given = { version: 'Tahoe', but_not: '27', limit: 3 };
		const { structuredContent } = await call(client, 'macs_of_release', given);
		const { macs, ...counts } = structuredContent as { macs: { name: string; last_major: string }[] };
		expect(counts).toMatchObject({ os_version: 'Tahoe', major_version: '26', but_not: '27' });
		expect(macs.map(({ last_major }) => last_major)).toEqual(['26', '26', '26']);
		expect(macs.every(({ name }) => /^(Mac|iMac)/.test(name))).toBe(true);
		expect(counts).toMatchObject({ mac_count: (counts as unknown as { rest: number }).rest + 3 });
	});

	test('lists the newest releases of a Mac first, and counts the rest', async () => {
		const { structuredContent } = await call(client, 'releases', { mac: 'J293AP', limit: 2 });
		const { releases, count, rest } = structuredContent as {
			releases: { version: string }[];
			count: number;
			rest: number;
		};
		expect(releases.map(({ version }) => version)).toEqual(['27.2', '27.0.1']);
		expect(count).toBe(rest + 2);
		const named = await call(client, 'releases', { major: 'Sequoia', limit: 1 });
		expect(named.structuredContent).toMatchObject({ releases: [{ version: '15.8.2' }], rest: 24 });
		const all = await call(client, 'releases', { mac: 'J293AP' });
		expect(JSON.stringify(all.structuredContent).length).toBeLessThan(40_000);
	});

	test('asks whether a Mac has the fix of a CVE, and for the state of each major version', async () => {
		const given = { cve: 'CVE-2025-43300', mac: 'J313AP', as_of: '2026-11-16' };
		const newer = await call(client, 'cve', { ...given, version: '27.2' });
		expect(newer.structuredContent).toMatchObject({ state: 'fixed', fixed_because: 'later-major' });
		const older = await call(client, 'cve', { ...given, version: '12.7.6' });
		expect(older.structuredContent).toMatchObject({
			state: 'not-stated',
			not_stated_because: 'no-release-since',
			install: '13.7.8',
		});
		const half = await call(client, 'cve', { cve: 'CVE-2025-43300', mac: 'J313AP' });
		expect(half).toMatchObject({ isError: true, content: [{ text: 'use mac and version together' }] });
		const alone = await call(client, 'cve', { cve: 'CVE-2025-43300' });
		expect(alone.structuredContent).toMatchObject({ cve_id: 'CVE-2025-43300' });
	});

	test('gets counts of a file on this machine, and rows only if it asks for them', async () => {
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
		// A pipe without a writer would never end.
		await Bun.$`mkfifo ${join(folder, 'pipe')}`;
		expect(await call(client, 'fleet_report', { file: join(folder, 'pipe') })).toMatchObject({
			isError: true,
			content: [{ text: 'file: expected the path of a file' }],
		});
		rmSync(folder, { recursive: true });
	});

	test('gets close names for an unknown Mac', async () => {
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

describe('an agent with a service', () => {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-mcp-data-'));
	let service: ServiceProcess;
	beforeAll(async () => {
		// Different data from the data that the command uses.
		const data = join(folder, 'data');
		cpSync(worldFolder, data, { recursive: true });
		const sources = join(data, 'sources.csv');
		writeFileSync(sources, readFileSync(sources, 'utf8').replace('512 Pixels', 'Other pixels'));
		service = await startService({ env: { POINTRELEASE_DATA: data } });
	});
	afterAll(async () => {
		await service.remove();
		rmSync(folder, { recursive: true });
	});

	test('gets answers and a fleet report from the data of the service, with the key of the environment', async () => {
		const inventory = join(folder, 'macs.csv');
		writeFileSync(inventory, 'Model Identifier,OS Version\n"MacBookPro17,1",14.7.2\n');
		const env = { POINTRELEASE_KEY: service.key };
		const client = await connect(['--service', service.address], env, 'legacy');
		expect(client.getNegotiatedProtocolVersion()).toBe('2025-11-25');
		const next = await call(client, 'next_release', { mac: 'J293AP', version: '14.7.2' });
		expect(next.structuredContent).toMatchObject({ requested_version_proximo: '14.7.3' });
		const report = await call(client, 'fleet_report', { file: inventory });
		const { headers } = await service.get('/items/14');
		expect(report.structuredContent).toMatchObject({
			data_version: headers.get('data-version'),
			summary: { macs: 1 },
		});
		await client.close();
	});

	test('gets an error for a wrong key, without the key', async () => {
		const { ask } = serviceSource(service.address, 'AAAA-BBBB-CCCC-DDDD');
		const refused: Failure = await ask('/items/14').then(
			() => null as never,
			(thrown) => thrown,
		);
		expect(refused).toBeInstanceOf(Failure);
		expect(refused.message).not.toContain('AAAA-BBBB');
	});
});

test.each([
	[['--service', 'ftp://x'], {}, '--service is not of the form https://host'],
	[['--service', 'http://127.0.0.1:1'], {}, 'with --service set POINTRELEASE_KEY to a license key'],
])('mcp %p ends with one line', async (words, env, line) => {
	const { code, stderr } = await runHere(['mcp', ...words], env);
	expect({ code, stderr }).toEqual({ code: 1, stderr: `pointrelease: ${line}\n` });
});

test('a client with an older protocol on a pipe gets every answer and an error for each invalid line, and the command exits with 0', async () => {
	const child = Bun.spawn([command, 'mcp'], { env: environment(), stdio: ['pipe', 'pipe', 'inherit'] });
	const params = {
		protocolVersion: '2025-06-18',
		capabilities: {},
		clientInfo: { name: 'old', version: '1' },
	};
	child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n{\n`);
	child.stdin.write('{"jsonrpc":"2.0","id":2,"method":"ping"}');
	await child.stdin.end();
	const answers = (await child.stdout.text())
		.trim()
		.split('\n')
		.map((line) => JSON.parse(line));
	expect(answers.toSorted((a, b) => a.id - b.id)).toMatchObject([
		{ id: null, error: { code: -32_700 } },
		{ id: 1, result: { protocolVersion: '2025-06-18', serverInfo: { name: 'pointrelease' } } },
		{ id: 2, result: {} },
	]);
	expect(await child.exited).toBe(0);
});
