import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Route } from '@pointrelease/core/src/api/route.ts';
import { routes } from '@pointrelease/core/src/api/routes.ts';
import { type Live, startLive } from '../live.ts';
import { description } from '../openapi.ts';
import { isFull, sized } from '../size.ts';
import { runCommand } from './run-shell.ts';

/** Optional routes, and routes with their own secret, are not in the collection. */
const elsewhere = new Set([
	...(routes as readonly Route[]).filter(({ optional }) => optional).map(({ path }) => path),
	'/feeds/{token}/releases.atom',
]);

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = join(root, 'deploy/clients/postman/pointrelease.postman_collection.json');

interface Entry {
	name: string;
	item?: Entry[];
	event?: { listen: string; script: { exec: string[] } }[];
	request?: { method: string; url: { raw: string } };
}

const collection = JSON.parse(readFileSync(file, 'utf8'));
const requests = (collection.item as Entry[]).flatMap((folder) => folder.item!);

/** The report of newman, which runs under Node. */
interface Run {
	run: {
		stats: { requests: { total: number; failed: number }; assertions: { total: number; failed: number } };
		executions: { cursor: { iteration: number }; request: { url: { path: string[] } } }[];
		failures: { source: { name: string }; cursor: { iteration: number }; error: { message: string } }[];
	};
}

let live: Live;
let folder: string;
beforeAll(async () => {
	live = await startLive();
	folder = mkdtempSync(join(tmpdir(), 'pointrelease-postman-'));
});
afterAll(async () => {
	rmSync(folder, { recursive: true, force: true });
	await live.stop();
});

/** The key goes into a file, because every user can read a command line. */
async function runCollection(variables: { key: string }, only: string[] = []): Promise<Run> {
	const values = Object.entries({ baseUrl: live.address, ...variables }).map(([name, value]) => ({
		key: name,
		value,
	}));
	writeFileSync(join(folder, 'environment.json'), JSON.stringify({ name: 'test', values }));
	const report = join(folder, 'report.json');
	const newman = join(root, 'node_modules/newman/bin/newman.js');
	const options = ['--reporters', 'json', '--reporter-json-export', report, ...only];
	const words = ['node', newman, 'run', file, '-e', join(folder, 'environment.json'), ...options];
	await runCommand(words, { PATH: process.env.PATH!, HOME: folder });
	return JSON.parse(readFileSync(report, 'utf8'));
}

/** Each is an iteration of one run of newman, because newman starts slowly. A usual run has the first only. */
const asked = [
	{ name: 'the variables as they are', boardAsked: 'J293AP', variables: {} },
	...[
		{ name: 'the last release of a board', board: 'M5920', major: '8.1', version: '8.1.0' },
		{ name: 'a Legacy major', board: 'Mac-F60DEB81FF30ACF6', major: '10.15', version: '10.15.7' },
		{ name: 'a Classic major', board: 'M5920', major: '7.5', version: '7.5.3' },
		{ name: 'another Mac', board: 'J413AP', major: '15', version: '15.3.1' },
	].map(({ name, ...variables }) => ({ name, boardAsked: variables.board, variables })),
].slice(0, sized(1, 5));

test('newman runs every request against a live service, and every test passes for every board and version', async () => {
	const data = join(folder, 'asked.json');
	writeFileSync(data, JSON.stringify(asked.map(({ variables }) => variables)));
	const { run } = await runCollection({ key: live.key }, ['--iteration-data', data]);
	const names = asked.map(({ name }) => name);
	expect(
		run.failures.map(
			({ source, cursor, error }) => `${names[cursor.iteration]}, ${source.name}: ${error.message}`,
		),
	).toEqual([]);
	const boards = names.map((_, index) => {
		const paths = run.executions.filter(({ cursor }) => cursor.iteration === index);
		return paths.find(({ request }) => request.url.path[0] === 'boards' && request.url.path[1])?.request.url
			.path[1];
	});
	expect(boards).toEqual(asked.map(({ boardAsked }) => boardAsked));
	expect(run.stats.requests).toMatchObject({ total: names.length * requests.length, failed: 0 });
	expect(run.stats.assertions.total).toBeGreaterThanOrEqual(names.length * requests.length);
});

test.skipIf(!isFull)('with a wrong key the tests of the collection fail', async () => {
	const { run } = await runCollection({ key: 'AAAA-BBBB-CCCC-DDDD' }, ['--folder', 'The five operations']);
	expect(run.stats.assertions.failed).toBe(run.stats.assertions.total);
});

test('the collection has format v2.1, version 1.5, and variables for address and key', () => {
	expect(collection.info.schema).toEndWith('/collection/v2.1.0/collection.json');
	expect(collection.info.version).toBe('1.5');
	const names = collection.variable.map(({ key }: { key: string }) => key);
	expect(names).toContain('baseUrl');
	expect(names).toContain('key');
	// An export of the collection must not publish a key.
	expect(collection.variable.find(({ key }: { key: string }) => key === 'key').value).toBe('');
});

test('every request has tests', () => {
	for (const { name, event } of requests) {
		const script = event?.find(({ listen }) => listen === 'test')?.script.exec.join('\n') ?? '';
		expect([name, script.includes('pm.test(')]).toEqual([name, true]);
	}
});

test('the collection has every operation of the API description', () => {
	const { paths } = description;
	const asked = requests.map(({ request }) => request!.url.raw.replace('{{baseUrl}}', '').split('?')[0]!);
	for (const path of Object.keys(paths)) {
		if (elsewhere.has(path)) continue;
		const shape = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
		expect([path, asked.some((one) => shape.test(one))]).toEqual([path, true]);
	}
});
