import { expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { pageRoutes } from '@pointrelease/core/src/api/page-routes.ts';
import { assets, consoleAssets, consoleDocument, documents, scriptList } from '../../src/page/assets.ts';
import { lostKeyHint, withSubject } from '../../src/server/pages/bundled-file.ts';
import { boardsOfVersion } from '../contract/boards-of-version.ts';
import type { Case } from '../contract/cases.ts';
import { keyCases } from '../contract/keys.ts';
import { latestOfBoard } from '../contract/latest-of-board.ts';
import { latestOfMajor } from '../contract/latest-of-major.ts';
import { majorsOfBoard } from '../contract/majors-of-board.ts';
import { methodCases } from '../contract/methods.ts';
import { nextOfBoard } from '../contract/next-of-board.ts';
import { pathCases } from '../contract/paths.ts';
import { rawRequest, requestText } from '../live.ts';
import { encodedKeyIn, headerOf, type Mailbox } from '../mailbox.ts';
import { pullWith } from '../pull/pull-with.ts';
import type { ServiceProcess } from '../service-process.ts';
import { waitFor } from '../service-process.ts';
import { isFull } from '../size.ts';
import type { Artifact } from './artifacts.ts';

/** What the steps of a walk use: the artifact, a service that was started from it, and a mail server. */
export interface Walk {
	readonly artifact: Artifact;
	readonly service: ServiceProcess;
	readonly mailbox: Mailbox;
	/** An empty PostgreSQL database. */
	database(): Promise<string>;
}

/** One thing that a user or an operator does. */
export interface Step {
	readonly does: string;
	/** The forms of the program that take this step in a usual run; a full run takes every step with every form. */
	readonly inUsualRun?: 'every form' | 'executable';
	walk(walk: Walk): Promise<void>;
}

export const project = fileURLToPath(new URL('../..', import.meta.url));
export const sample = join(project, 'examples/jamf-pro.csv');
const contract: Case[] = [
	latestOfMajor,
	latestOfBoard,
	nextOfBoard,
	majorsOfBoard,
	boardsOfVersion,
	pathCases,
	keyCases,
	methodCases,
].flat();

/** What users of the service notice. All steps share one service. */
export const userSteps: readonly Step[] = [
	{ does: 'keeps the contract', inUsualRun: 'every form', walk: keepContract },
	{ does: 'issues a license and mails its key, which works', inUsualRun: 'executable', walk: mailKeys },
	{ does: 'mails a lost key to its owner again', inUsualRun: 'executable', walk: mailLostKey },
	{ does: 'serves every file of the page', inUsualRun: 'every form', walk: servePage },
	{ does: 'answers agents', inUsualRun: 'executable', walk: answerAgents },
	{
		does: 'pulls inventories from management services, and shows no secret',
		inUsualRun: 'executable',
		walk: ({ artifact }) => pullWith(artifact.program, artifact.path),
	},
];

async function keepContract({ service }: Walk): Promise<void> {
	const wrong: unknown[] = [];
	// A usual run takes every seventh: some of each group.
	const asked = isFull ? contract : contract.filter((_, at) => at % 7 === 0);
	for (const { method = 'GET', path, status, body, key: keyOf, ...rest } of asked) {
		const key = keyOf === undefined ? service.key : keyOf?.(service.key);
		const headers = { ...(key !== undefined && { Authorization: key }), ...rest.headers };
		const answer = await rawRequest(service.port, requestText(method, path, headers));
		const right =
			answer?.status === status &&
			(body === undefined || answer.body === body) &&
			Object.entries(rest.answerHeaders ?? {}).every(([name, value]) => answer.headers.get(name) === value);
		if (!right) wrong.push({ path, wanted: status, got: answer });
	}
	expect(contract.length).toBeGreaterThan(100);
	expect(asked.length).toBeGreaterThan(15);
	expect(wrong).toEqual([]);
}

async function mailKeys({ service, mailbox }: Walk): Promise<void> {
	const issued = await service.command('license', 'issue', '--email', 'purchaser@example.com');
	expect(issued).toMatchObject({ code: 0, stderr: '' });
	await waitFor(() => mailbox.messages.length === 1, 20_000, 'the mail');
	const [message = ''] = mailbox.messages;
	expect(headerOf(message, 'To')).toBe('purchaser@example.com');
	const key = Buffer.from(encodedKeyIn(message) ?? '', 'base64').toString();
	await waitFor(async () => (await service.get('/items/14', key)).status === 200, 20_000, 'the mailed key');
}

async function mailLostKey({ service, mailbox }: Walk): Promise<void> {
	const words = ['license', 'issue', '--email', 'loser@example.com', '--no-mail', '--json'];
	const { key } = JSON.parse((await service.command(...words)).stdout);
	expect(await (await fetch(`${service.address}/lost-key`)).text()).toContain(
		'<form class="key" method="post"',
	);
	const before = mailbox.messages.length;
	const pages = [];
	for (const email of ['loser@example.com', 'stranger@example.com']) {
		const body = new URLSearchParams({ email });
		const answer = await fetch(`${service.address}/lost-key`, { method: 'POST', body });
		pages.push([answer.status, await answer.text()]);
	}
	expect(pages[0]).toEqual([200, expect.stringContaining('Check your mail')]);
	expect(pages[1]).toEqual(pages[0]!);
	await waitFor(() => mailbox.messages.length > before, 60_000, 'the mail');
	const message = mailbox.messages.at(-1)!;
	expect([headerOf(message, 'To'), Buffer.from(encodedKeyIn(message)!, 'base64').toString()]).toEqual([
		'loser@example.com',
		key,
	]);
}

/** The paths of the page's routes that have a parameter. */
const pathOf: Readonly<Record<string, string>> = {
	'/mac/{board}': '/mac/J293AP',
	'/release/{version}': '/release/14.7.2',
	'/cve/{cve}': '/cve/CVE-2025-43300',
};

async function servePage({ artifact, service }: Walk): Promise<void> {
	const builtFolder = join(artifact.built ?? join(project, 'dist/bin'), '../page');
	const scripts = readFileSync(join(builtFolder, scriptList), 'utf8').trim().split('\n');
	const opened = pageRoutes.flatMap((route) =>
		'view' in route ? [{ ...documents[route.view], path: pathOf[route.path] ?? route.path }] : [],
	);
	const ofThePage = [
		...opened,
		...assets,
		...scripts.map((file) => ({ path: `/assets/${file}`, file, type: 'text/javascript; charset=utf-8' })),
	];
	// The console is served at the administrative address, where the metrics are.
	const served = [
		...ofThePage.map((asset) => ({ ...asset, origin: service.address })),
		...[consoleDocument, ...consoleAssets].map((asset) => ({
			...asset,
			origin: new URL(service.metrics).origin,
		})),
	];
	const built = readdirSync(builtFolder).filter((file) => !/\.(br|gz)$/.test(file));
	// The service reads the list of scripts and does not serve it.
	expect([...new Set(served.map(({ file }) => file)), scriptList].toSorted()).toEqual(built.toSorted());
	const read = (file: string) => readFileSync(join(builtFolder, file));
	// The document of a Mac has its name.
	const readOfMac = withSubject(read, 'J293AP', 'MacBook Pro (13-inch, M1, 2020)');
	for (const { origin, path, file, type } of served) {
		const response = await fetch(origin + path, { headers: { 'Accept-Encoding': 'identity' } });
		// As latin1 every byte is a character: images stay as they are.
		const text = Buffer.from(await response.bytes()).toString('latin1');
		const bytes = Buffer.from(text.replace(lostKeyHint, ''), 'latin1');
		const right = bytes.equals((path === '/mac/J293AP' ? readOfMac : read)(file)!);
		expect([path, response.status, response.headers.get('content-type'), right]).toEqual([
			path,
			200,
			type,
			true,
		]);
	}
	expect(await (await fetch(`${service.address}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
	const client = await (await service.get('/kit/pointrelease.sh')).text();
	expect(client).toContain(`\nkit_url='${service.address}'\n`);
}

async function answerAgents({ artifact, service }: Walk): Promise<void> {
	const client = new Client({ name: 'walk', version: '1' }, { versionNegotiation: { mode: 'auto' } });
	const [command, ...words] = artifact.program;
	await client.connect(
		new StdioClientTransport({
			command: command!,
			args: [...words, 'mcp', '--service', service.address],
			env: { PATH: artifact.path, HOME: service.state, POINTRELEASE_KEY: service.key },
			cwd: service.state,
			stderr: 'inherit',
		}),
	);
	try {
		const call = async (name: string, given: Record<string, unknown>) =>
			(await client.callTool({ name, arguments: given })).structuredContent;
		expect(await call('next_release', { mac: 'J293AP', version: '14.7.2' })).toMatchObject({
			requested_version_proximo: '14.7.3',
		});
		expect(await call('fleet_report', { file: sample })).toMatchObject({ summary: { macs: 40, unknown: 0 } });
	} finally {
		await client.close();
	}
}

/** Runs a command with --json, and parses its output. */
export async function jsonOf<T>(service: Walk['service'], ...words: string[]): Promise<T> {
	const { code, stdout, stderr } = await service.command(...words, '--json');
	expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
	return JSON.parse(stdout);
}
