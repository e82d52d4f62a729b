import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Contender, inFrontOf, launch } from '../measure/contender.ts';
import { compare, type Plan, type Result } from '../measure/rounds.ts';
import { makeState, serviceOn, stateIn } from '../measure/service.ts';
import { hasNginx } from '../measure/tools.ts';
import { upkeepOf, withoutUpkeep } from '../measure/upkeep.ts';
import { bodiesOf, inFolder, shippedCatalog, shippedPaths, writeBodies } from '../measure/workspace.ts';
import { caddyFront } from '../peers/caddy.ts';
import { haproxyFront } from '../peers/haproxy.ts';
import { nginxFiles, nginxFront } from '../peers/nginx.ts';
import { ratioRow, rowOf } from '../report/row.ts';
import type { Effort, Measure, Subject } from '../subject.ts';
import { type ChainFiles, type KeyKind, makeChain } from './certificates.ts';
import { checkInGenerator } from './generator.ts';
import { checkInName, checkInServers, ratioToNginx } from './names.ts';

const port = 18_400;
const bars = { must: { most: 0.75 }, aim: { most: 0.6 } };
const connections = 16;
/** More paths would only take longer to write: the cost of a handshake does not depend on the path. */
const mostPaths = 1_000;

interface Setting {
	readonly kind: KeyKind;
	readonly workers: 1 | 2;
}

/**
 * The daily check-in of a Mac: a new TLS 1.3 connection, one GET, and its end. Compares TLS in the service with
 * reverse proxies, with a file that nginx serves, and with a bare Bun. A quick run measures only the servers that
 * have a bar.
 */
export const checkinSubject: Subject = {
	name: 'checkin',
	measure: (effort) =>
		inFolder(async (folder) => {
			if (!isEquipped()) return [];
			const settings: Setting[] = [{ kind: 'ECDSA', workers: 1 }];
			if (!effort.quick)
				settings.push(
					{ kind: 'RSA', workers: 1 },
					{ kind: 'ECDSA', workers: 2 },
					{ kind: 'RSA', workers: 2 },
				);
			const measures: Measure[] = [];
			for (const setting of settings) measures.push(...(await measureSetting(folder, setting, effort)));
			return measures;
		}),
};

async function measureSetting(folder: string, setting: Setting, effort: Effort): Promise<Measure[]> {
	const { kind, workers } = setting;
	const place = join(folder, `${kind}-${workers}`);
	mkdirSync(place);
	const paths = shippedPaths().slice(0, mostPaths);
	const keys = [await makeState(stateIn(place))];
	const contenders: Contender[] = [];
	try {
		const setup = { folder: place, chain: makeChain(place, kind), workers, key: keys[0]!, paths };
		const servers = await startServers(setup, effort, contenders);
		// The work after a start must not count as upkeep.
		await Bun.sleep(effort.quick ? 2_000 : 5_000);
		const upkeep = await upkeepOf(servers, effort.quick ? 3 : 10);
		const entries = ['new', 'resumed'].flatMap((session) =>
			servers.map((contender, at) => ({
				name: checkInName(kind, session, workers, contender.name),
				contender: withoutUpkeep(contender, upkeep[at]!),
				requests: { paths, keys, resume: session === 'resumed' },
			})),
		);
		const results = await compare(checkInGenerator(), entries, planFor(effort));
		return [...measuresOf(results, setting), upkeepRow(servers, upkeep, setting)];
	} finally {
		for (const contender of contenders) await contender.stop();
	}
}

interface ServerSetup {
	readonly folder: string;
	readonly chain: ChainFiles;
	readonly workers: number;
	readonly key: string;
	readonly paths: readonly string[];
}

/**
 * Starts the servers, and adds each to `started`, so that the caller can stop them after a failure too. Returns the
 * servers to measure.
 */
async function startServers(
	{ folder, chain, workers, key, paths }: ServerSetup,
	{ quick }: Effort,
	started: Contender[],
): Promise<Contender[]> {
	const bodies = bodiesOf(shippedCatalog(), paths);
	const of = async (contender: Promise<Contender>, name: string): Promise<Contender> => {
		started.push({ ...(await contender), name });
		return started.at(-1)!;
	};
	const state = stateIn(folder);
	const several = { WORKERS: String(workers) };
	const tls = { TLS_CERT: chain.chain, TLS_KEY: chain.key };
	const servers = [
		await of(serviceOn(port, state, 'pointrelease', { ...several, ...tls }), checkInServers.service),
		await of(
			nginxFiles(join(folder, 'files'), port + 1, key, bodies, { tls: chain, workers }),
			checkInServers.files,
		),
		await of(
			launch({
				name: 'bare Bun',
				port: port + 2,
				tls: true,
				command: [process.execPath, bareBun, String(port + 2), key, writeBodies(folder, bodies)].concat(
					chain.chain,
					chain.key,
					String(workers),
				),
			}),
			checkInServers.bare,
		),
	];
	if (quick) return servers;
	const behind = await of(serviceOn(port + 3, state, 'behind', several), 'behind');
	const front = async (contender: Promise<Contender>, name: string) =>
		servers.push(inFrontOf(await of(contender, name), behind));
	await front(
		nginxFront(join(folder, 'nginx'), port + 4, { tls: chain, workers }, behind.port),
		checkInServers.nginx,
	);
	if (Bun.which('haproxy'))
		await front(
			haproxyFront(join(folder, 'haproxy'), port + 5, chain, workers, behind.port),
			checkInServers.haproxy,
		);
	if (Bun.which('caddy'))
		await front(
			caddyFront(join(folder, 'caddy'), port + 6, chain, workers, behind.port),
			checkInServers.caddy,
		);
	return servers;
}

const bareBun = new URL('../peers/bare-bun.ts', import.meta.url).pathname;

function measuresOf(results: readonly Result[], { kind, workers }: Setting): Measure[] {
	return ['new', 'resumed'].flatMap((session) => {
		const of = (server: string) =>
			results.find(({ name }) => name === checkInName(kind, session, workers, server));
		const files = of(checkInServers.files)!;
		return Object.values(checkInServers).flatMap((server) => {
			const result = of(server);
			if (!result) return [];
			const row = rowOf(result, session === 'resumed' ? `${shareResumed(result)}% resumed` : '');
			if (result === files) return [row];
			// An RSA signature costs every server the same, and more than everything else, so bars exist only for
			// ECDSA.
			const isOurs = server === checkInServers.service && kind === 'ECDSA' && workers === 1;
			return [row, ratioRow(ratioToNginx(result.name), result, files, 'cpu', isOurs ? bars : {})];
		});
	});
}

function upkeepRow(servers: readonly Contender[], upkeep: readonly number[], { workers }: Setting): Measure {
	const at = servers.findIndex(({ name }) => name === checkInServers.service);
	return {
		name: `upkeep of the service with ${workers} of its processes`,
		values: [[upkeep[at]! / 1e4, '% of a processor']],
		note: 'when nobody asks; taken off what check-ins cost, of all servers',
	};
}

function shareResumed({ rounds }: Result): string {
	const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
	const [resumed, all] = [
		sum(rounds.map(({ resumed = 0 }) => resumed)),
		sum(rounds.map(({ requests }) => requests)),
	];
	return ((100 * resumed) / all).toFixed(0);
}

function planFor({ quick }: Effort): Plan {
	return quick
		? { turns: 3, attempts: 1, seconds: 1.5, warmUp: 1, connections }
		: { turns: 5, attempts: 1.4, seconds: 2, warmUp: 2, connections, patience: 60_000 };
}

function isEquipped(): boolean {
	const absent = ['openssl', 'node'].filter((program) => !Bun.which(program));
	if (absent.length > 0)
		process.stderr.write(`bench: ${absent.join(' and ')} not installed: check-ins are left out\n`);
	if (!Bun.which('haproxy') || !Bun.which('caddy'))
		process.stderr.write(
			'bench: without HAProxy or Caddy (Debian packages: haproxy, caddy) their lines are left out\n',
		);
	return hasNginx() && absent.length === 0;
}
