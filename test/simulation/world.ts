import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { waiting } from '../../src/delivery/outbox.ts';
import { openRegistry, type Registry, withRegistry } from '../../src/licenses/registry.ts';
import type { Log } from '../../src/process/log.ts';
import { type Running, run } from '../../src/server/run.ts';
import { readSettings, type Settings } from '../../src/settings/settings.ts';
import { openWatch } from '../../src/watch/watch.ts';
import { productsText } from '../order-scenarios.ts';
import { stripeSecret } from '../stripe-objects.ts';
import { inWorld } from '../world.ts';
import { beginState, folderInMemory } from './begin-state.ts';
import { admits } from './clients.ts';
import { disk, losePower } from './files.ts';
import { forgetCatalogs } from './learnt-catalogs.ts';
import { Network, useNetwork } from './network.ts';
import { currentProcess, SimulatedProcess, Simulation, useSimulation } from './simulation.ts';
import { commits, storeTrouble } from './store.ts';
import { strikes } from './strikes.ts';
import { feedSettings, openHosts, releases, writeWatchFile } from './surroundings.ts';
import { brokenFiles } from './whole-files.ts';

export const day = 86_400_000;
export type ProcessName = 'a' | 'b' | 'watch';
export const processNames: readonly ProcessName[] = ['a', 'b', 'watch'];

/** A message that a channel of the watch got. */
export interface Received {
	readonly channel: string;
	/** The ID by which a service recognizes a repeat; null for services without. */
	readonly id: string | null;
	readonly text: string;
}

export interface KnownLicense {
	readonly id: string;
	readonly key: string;
	/** When the operator saw that it is revoked; null if it is not. */
	revokedAt: number | null;
	/** Settles when the operator is done with the last command about it. */
	turn: Promise<unknown>;
}

/** Two nodes and a watch on one store, and everything that they reach: clients, feeds, payments, mail and channels. */
export class World {
	readonly simulation: Simulation;
	readonly network: Network;
	readonly folder = folderInMemory();
	readonly settings: Settings;
	readonly processes = new Map<ProcessName, SimulatedProcess>();
	readonly received: Received[] = [];
	/** Lines that were logged as errors or warnings. */
	readonly log: string[] = [];
	/** How many of the releases are listed. */
	readonly published = { count: 1 };
	/** Licenses that an operator issued. */
	readonly licenses: KnownLicense[] = [];
	/** Requests that were answered with 200. */
	readonly served: { readonly by: SimulatedProcess; readonly license: string; readonly at: number }[] = [];
	/** Events of payments that the provider has not handed over yet. */
	undelivered = 0;
	/** The orders that were paid, with the number of their history. */
	readonly orders: { readonly name: string; readonly life: number }[] = [];
	/** The operator token of a shop, how many orders it had, and orders that it has no answer to yet. */
	readonly shop: { token: string | null; orders: number } = { token: null, orders: 0 };
	/** Files that were not whole when a process had been killed at a write: it may write them again before somebody looks. */
	readonly torn: string[] = [];
	/** What broke an invariant between two actions. */
	broken: string | null = null;
	/** Until when the store was away or full for the last time. */
	storeTroubleUntil = 0;
	/** The store as somebody sees it who is no process of this world. */
	registry!: Registry;
	/** How many Macs the newest export has. */
	macs = 2;
	#exported = 0;
	/** What is wrong with files, and after how many changes of files that was found. */
	#files: { changes: number; wrong: string[] } = { changes: -1, wrong: [] };
	/** Until when the machine sleeps, or slept for the last time. */
	#asleepUntil = 0;
	readonly #commands = new Set<SimulatedProcess>();

	constructor(seed: number, env: Record<string, string> = {}) {
		this.simulation = new Simulation(seed);
		this.network = new Network(this.simulation);
		useSimulation(this.simulation);
		useNetwork(this.network);
		Object.assign(disk, { isFull: false, changes: 0, killed: () => this.torn.push(...this.brokenFiles()) });
		disk.unsynced.clear();
		strikes.length = 0;
		const products = join(this.folder, 'products.json');
		writeFileSync(products, productsText);
		writeWatchFile(this.folder);
		this.settings = readSettings({
			...inWorld,
			POINTRELEASE_STATE: join(this.folder, 'state'),
			POINTRELEASE_SECRET: 'a secret of the simulated world, long enough',
			...feedSettings,
			...limitsOff,
			STRIPE_WEBHOOK_SECRET: stripeSecret,
			PRODUCTS: products,
			SMTP_URL: 'smtp://mail.test',
			MAIL_FROM: 'shop@example.com',
			OPERATOR_EMAIL: 'operator@example.com',
			CONSOLE: 'https://console.test',
			TRUSTED_PROXIES: '192.0.2.1',
			WATCH: join(this.folder, 'watch.json'),
			...env,
		});
		openHosts(this);
	}

	/** Makes the database, whose watch began a while ago, and the first export. */
	async begin(): Promise<void> {
		await beginState(this.settings, this.simulation.wall - 60 * day);
		forgetCatalogs();
		this.registry = await openRegistry(this.settings);
		commits.watch(this.settings);
		this.export();
		this.#probe();
	}

	/** Each second: starts what was killed, as a supervisor does, and asks each node with every revoked key. */
	#probe(): void {
		const { simulation, network } = this;
		const isQuiet = [...this.processes.values()].every(
			({ isDead, stoppedUntil }) => !isDead && stoppedUntil > simulation.elapsed + 60_000,
		);
		simulation.schedule(isQuiet ? 60_000 : 1_000, () => this.#probe(), null);
		for (const name of this.processes.keys()) this.start(name);
		if (storeTrouble.now !== null) return;
		for (const { name, resumed } of network.services.keys()) {
			const since = Math.max(resumed, this.storeTroubleUntil);
			for (const { id, key, revokedAt } of this.licenses) {
				if (revokedAt === null || Math.max(revokedAt, since) + 1_000 > simulation.elapsed) continue;
				const seconds = ((simulation.elapsed - revokedAt) / 1000).toFixed(1);
				if (admits(this, name as ProcessName, key))
					this.broken ??= `the node ${name} admits ${id}, which was revoked ${seconds} s ago`;
			}
		}
	}

	/** Starts a process that does not run. */
	start(name: ProcessName): void {
		if (this.isRunning(name)) return;
		const process = new SimulatedProcess(name);
		process.stopUntil(this.#asleepUntil);
		this.processes.set(name, process);
		const starting = () => (name === 'watch' ? this.#startWatch() : this.#startNode());
		process.run(() => {
			this.simulation.schedule(this.simulation.between(20, 300), () => {
				starting().catch((thrown) => {
					// A supervisor starts it again.
					this.log.push(`${name} does not start: ${thrown}`);
					process.kill();
					this.simulation.schedule(2_000, () => this.start(name), null);
				});
			});
		});
	}

	isRunning(name: ProcessName): boolean {
		const process = this.processes.get(name);
		return process !== undefined && !process.isDead;
	}

	async #startNode(): Promise<Running> {
		return run(this.settings, this.#logOf());
	}

	async #startWatch() {
		const watch = await openWatch({
			settings: this.settings,
			env: {},
			log: this.#logOf(),
			template: async () => '<html>{{report}}</html>',
			metrics: null,
		});
		await watch.start();
	}

	#logOf(): Log {
		const process = currentProcess();
		const line = (event: string, fields: object = {}) => {
			if (!process?.isDead) this.log.push(`${event} ${JSON.stringify(fields)}`);
			this.simulation.note(event);
		};
		return { info: (event) => this.simulation.note(event), warn: line, error: line };
	}

	/** What is wrong with the files that the watch writes. */
	brokenFiles(): string[] {
		if (this.#files.changes !== disk.changes)
			this.#files = { changes: disk.changes, wrong: brokenFiles(this.folder) };
		return this.#files.wrong;
	}

	/** Does the work of a command in a process of its own. */
	command<T>(work: (registry: Registry) => Promise<T>): Promise<T> {
		const process = new SimulatedProcess('command');
		process.stopUntil(this.#asleepUntil);
		this.#commands.add(process);
		return process.run(() => withRegistry(this.settings, work)).finally(() => this.#commands.delete(process));
	}

	/** The data that each node serves. */
	get catalogs(): [ProcessName, Catalog][] {
		return [...this.network.services].map(([{ name }, { catalog }]) => [name as ProcessName, catalog]);
	}

	/** The newest release of this world that the first node serves; null if it has learned none. */
	get newestServed(): string | null {
		const [, catalog] = this.catalogs[0] ?? [];
		return this.publishedVersions.slice(1).findLast((version) => catalog?.releases.has(version)) ?? null;
	}

	/** Lets so many milliseconds pass. */
	async live(milliseconds: number): Promise<void> {
		const until = this.simulation.elapsed + milliseconds;
		this.simulation.schedule(milliseconds, () => {}, null);
		while (this.simulation.elapsed < until) await this.simulation.step();
	}

	/** Ends every trouble, and lets time pass until nothing is left to do. */
	async heal(): Promise<void> {
		this.endStoreTrouble();
		this.network.trouble.clear();
		strikes.length = 0;
		const awake = Math.max(...[...this.processes.values()].map(({ stoppedUntil }) => stoppedUntil));
		this.sleep(0, awake);
		await this.live(Math.max(0, awake - this.simulation.elapsed));
		for (const name of processNames) this.start(name);
		await this.live(8_000);
		for (let hours = 0; hours < 12 && (hours < 2 || (await this.unfinished()).length > 0); hours++) {
			this.sleep(0, this.simulation.elapsed + 3_600_000);
			await this.live(3_600_000 + 14_000);
		}
	}

	/** What still has to be done. */
	async unfinished(): Promise<string[]> {
		const [row] = await this.database.rows<{ mails: number; rounds: number }>(
			`SELECT (SELECT count(*) FROM outbox WHERE ${waiting}) AS mails,
				(SELECT count(*) FROM watch_rounds WHERE ended IS NULL) AS rounds`,
		);
		return [
			...(this.undelivered > 0 ? [`${this.undelivered} events of payments are not taken`] : []),
			...(Number(row!.mails) > 0 ? [`${row!.mails} messages wait`] : []),
			...(Number(row!.rounds) > 0 ? ['a round is not finished'] : []),
			...processNames.filter((name) => !this.isRunning(name)).map((name) => `${name} does not run`),
		];
	}

	get database(): Database {
		return this.registry.database;
	}

	/** All processes stand still from then on until a moment, as on a machine that sleeps. */
	sleep(after: number, until: number): void {
		const fall = () => {
			this.#asleepUntil = Math.max(this.#asleepUntil, until);
			for (const process of [...this.processes.values(), ...this.#commands]) process.stopUntil(until);
		};
		if (after === 0) fall();
		else this.simulation.schedule(after, fall, null);
	}

	endStoreTrouble(): void {
		disk.isFull = false;
		storeTrouble.now = null;
		this.storeTroubleUntil = this.simulation.elapsed;
	}

	/** All processes die at once, and with them what is not on disk. */
	cutPower(): void {
		for (const process of this.processes.values()) process.kill();
		losePower();
	}

	/** Writes a new export of the management service, with one Mac more. */
	export(): void {
		const seen = new Date(this.simulation.wall).toISOString().slice(0, 10);
		const rows = Array.from({ length: ++this.macs }, (_, at) =>
			[`mac-${at}`, `C02AAAAAAA${10 + at}`, '"MacBookPro18,3"', at % 3 === 0 ? '27.2' : '27.1', seen].join(),
		);
		const folder = join(this.folder, 'exports');
		const path = join(folder, `export-${this.macs}.csv`);
		const heads = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in';
		writeFileSync(path, [heads, ...rows, ''].join('\n'));
		// The service that makes the exports has a clock of its own.
		this.#exported = Math.max(this.#exported + 1000, this.simulation.wall);
		utimesSync(path, this.#exported / 1000, this.#exported / 1000);
	}

	publish(): void {
		this.published.count = Math.min(this.published.count + 1, releases.length);
	}

	get publishedVersions(): string[] {
		return releases.slice(0, this.published.count).map(({ version }) => version);
	}

	async close(): Promise<void> {
		for (const process of this.processes.values()) process.kill();
		await this.registry.close();
		commits.close();
		storeTrouble.now = null;
		useSimulation(null);
		useNetwork(null);
		rmSync(this.folder, { recursive: true, force: true });
	}
}

const limitsOff = { REFUSAL_LIMIT: 'off', READ_LIMIT: 'off', PUBLIC_LIMIT: 'off', PUBLIC_SHARE: 'off' };
