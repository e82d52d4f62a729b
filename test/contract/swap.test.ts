import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { makeCatalog } from '@pointrelease/core/src/catalog/make-catalog.ts';
import { readFolder } from '../../src/data/load.ts';
import { silentLog } from '../../src/process/log.ts';
import { type Listener, listen } from '../../src/server/http.ts';
import type { Service } from '../../src/server/service.ts';
import { startInProcess, testSettings } from '../live.ts';
import { sized } from '../size.ts';

let started: Awaited<ReturnType<typeof startInProcess>>;
let listener: Listener;
let service: Service;
let [older, newer]: Catalog[] = [];

beforeAll(async () => {
	started = await startInProcess();
	service = started.service;
	listener = listen('127.0.0.1', 0, silentLog);
	listener.open(service);
	older = service.catalog;
	const texts = new Map(readFolder(testSettings('').dataFolder));
	const releases = texts.get('primary/releases.csv')!;
	const row = '14,14.8.10,2026-11-10,day,high,,,all,gdmf,\n';
	texts.set(
		'primary/releases.csv',
		releases.replace(/^14,14\.8\.9,.*\n/m, (line) => line + row),
	);
	newer = makeCatalog(texts).catalog!;
});
afterAll(async () => {
	await listener.stop();
	await started.stop();
});

/** The answer to a path in each state of the data, with its tag, by data version. */
async function statesOf(path: string): Promise<Map<string, string>> {
	const states = new Map<string, string>();
	for (const catalog of [older!, newer!]) {
		service.swap(catalog);
		const response = await ask(path);
		states.set(catalog.dataVersion, `${response.headers.get('etag')} ${await response.text()}`);
	}
	return states;
}

function ask(path: string, headers: Record<string, string> = {}): Promise<Response> {
	const address = `http://127.0.0.1:${listener.server.port}${path}`;
	return fetch(address, { headers: { Authorization: started.key, ...headers } });
}

test('a swap changes the tags of exactly those answers that changed', async () => {
	const tags = async (path: string) =>
		[...(await statesOf(path)).values()].map((state) => state.split(' ')[0]);
	for (const path of ['/items/14', '/items/J293AP:14', '/items/J293AP:14.8.9', '/items/J293AP:14.7.2']) {
		const [before, after] = await tags(path);
		expect([path, before === after]).toEqual([path, false]);
	}
	for (const path of [
		'/items/15',
		'/items/J293AP',
		'/items/J293AP:13.7.8',
		'/items/14/board_ids',
		'/items/9.2',
	]) {
		const [before, after] = await tags(path);
		expect([path, before === after]).toEqual([path, true]);
	}
});

test('swaps under load drop no request, and no answer mixes two states of the data', async () => {
	const paths = [
		'/items/14',
		'/items/J293AP:14.8.9',
		'/items/J293AP:14.7.2',
		'/items/j293ap:14',
		'/items/14/board_ids',
	];
	const states = new Map<string, Map<string, string>>();
	for (const path of paths) states.set(path, await statesOf(path));
	const [wantedSwaps, leastAnswers] = [sized(20, 100), sized(3_000, 15_000)];
	let swaps = 0;
	let answers = 0;
	const seen = new Set<string>();
	const client = async (first: number) => {
		for (let turn = first; swaps < wantedSwaps || answers < leastAnswers; turn++) {
			const path = paths[turn % paths.length]!;
			const response = await ask(path);
			const version = response.headers.get('data-version')!;
			const state = `${response.headers.get('etag')} ${await response.text()}`;
			if (response.status !== 200 || states.get(path)!.get(version) !== state) {
				throw new Error(`${path} answered ${response.status} ${state} in state ${version}`);
			}
			seen.add(version);
			answers++;
		}
	};
	const swapping = (async () => {
		while (swaps < wantedSwaps) {
			await Bun.sleep(20);
			service.swap(swaps++ % 2 === 0 ? newer! : older!);
		}
	})();
	await Promise.all([...Array.from({ length: 32 }, (_, first) => client(first)), swapping]);
	expect(answers).toBeGreaterThanOrEqual(leastAnswers);
	expect([...seen].toSorted()).toEqual([older!.dataVersion, newer!.dataVersion].toSorted());
});
