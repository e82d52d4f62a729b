import { afterEach } from 'bun:test';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/open.ts';
import { openHistory } from '../../src/history/open-history.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { type MessageRecord, readMessages } from '../../src/watch/state/messages.ts';
import { writeNote } from '../../src/watch/state/notes.ts';
import { lastRound, type RoundRecord } from '../../src/watch/state/rounds.ts';
import { environment, type Finished, spawnCommand } from '../process.ts';
import { FakeMdm } from '../pull/fake-mdm.ts';
import { connectionsFile, makeFolder } from '../pull/pull-fakes.ts';
import { type TrueMac, trueMacs } from '../pull/true-macs.ts';
import { mountSmallDisk, type SmallDisk } from '../small-disk.ts';

/** What the receiver of webhooks, chat messages and the heartbeat got. */
interface Received {
	readonly path: string;
	readonly id: string | null;
	readonly body: { readonly data?: { readonly subject: string; readonly title: string } };
}

const day = 86_400_000;
/** When scenes are made: their commands go by the clock of the machine. */
export const now = Date.now();

/** The Macs with their last contact at a moment. */
export function macsSeen(at: number, macs: readonly TrueMac[]): TrueMac[] {
	const contact = new Date(at).toISOString();
	return macs.map((mac) => ({ ...mac, inventoried: contact, contact }));
}

/** Makes scenes, and removes them after each test. */
export function useWatchScenes(): () => Promise<WatchScene> {
	const scenes: WatchScene[] = [];
	afterEach(async () => {
		for (const scene of scenes.splice(0)) await scene.remove();
	});
	return async () => {
		const scene = await WatchScene.make();
		scenes.push(scene);
		return scene;
	};
}

/** Three services with twelve Macs each, a list of owned Macs, a receiver, and a watch file that names all of them. */
export class WatchScene {
	readonly folder: string;
	readonly fakes: Readonly<Record<string, { kind: string; fake: FakeMdm }>>;
	readonly received: Received[] = [];
	/** The answer of the receiver to a path. */
	answer: (path: string) => Response | Promise<Response> = () => new Response('ok');
	readonly #receiver: ReturnType<typeof Bun.serve>;
	readonly #removeFolder: () => void;
	readonly #disks: SmallDisk[] = [];

	private constructor() {
		const { folder, remove } = makeFolder();
		[this.folder, this.#removeFolder] = [folder, remove];
		const macs = macsSeen(now - day, trueMacs(39));
		this.fakes = {
			jamf: { kind: 'jamf-pro', fake: new FakeMdm('jamf-pro', macs.slice(0, 12)) },
			intune: { kind: 'intune', fake: new FakeMdm('intune', macs.slice(12, 24)) },
			simple: { kind: 'simplemdm', fake: new FakeMdm('simplemdm', macs.slice(24, 36)) },
			apple: { kind: 'apple-business', fake: new FakeMdm('apple-business', macs) },
		};
		this.#receiver = Bun.serve({
			port: 0,
			hostname: '127.0.0.1',
			fetch: async (request) => {
				const { pathname: path } = new URL(request.url);
				const body = request.method === 'POST' ? ((await request.json()) as Received['body']) : {};
				this.received.push({ path, id: request.headers.get('webhook-id'), body });
				return this.answer(path);
			},
		});
		const url = (path: string) => `${this.#receiver.url}${path}`;
		const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
		const department = 'userAndLocation.department';
		const file = {
			inventories: ['@jamf', '@intune', '@simple'],
			owned: '@apple',
			keep: [department],
			// For contacts of last month.
			late_days: 40,
			policy: 'n-1',
			framework: 'cyber-essentials-3.3',
			reports: 'reports',
			enforce: { folder: 'enforce', formats: ['ddm'] },
			heartbeat: url('beat'),
			evidence: { folder: 'evidence' },
			history: 'history/history.db',
			keep_days: 10,
			channels: {
				chat: { kind: 'slack', url: url('chat'), tell: ['overdue'] },
				sales: {
					kind: 'webhook',
					url: url('sales'),
					secret,
					tell: ['overdue'],
					group: { column: department, value: 'Sales' },
				},
				all: { kind: 'webhook', url: url('all'), secret },
			},
		};
		writeFileSync(join(folder, 'watch.json'), JSON.stringify(file), { mode: 0o600 });
	}

	/** A watch whose first start was 60 days ago, so that there are releases to report. */
	static async make(): Promise<WatchScene> {
		const scene = new WatchScene();
		const database = await openDatabase(readSettings(scene.env), { make: true });
		await writeNote(database, 'since', String(now - 60 * day));
		await database.close();
		return scene;
	}

	get env(): Record<string, string> {
		return environment({
			WATCH: join(this.folder, 'watch.json'),
			POINTRELEASE_STATE: this.state,
			CONNECTIONS: connectionsFile(this.folder, this.fakes),
		});
	}

	get state(): string {
		return join(this.folder, 'state');
	}

	/** Mounts a small file system over a folder of the scene, until the scene is removed. */
	mount(name: string, size: string): SmallDisk {
		const folder = join(this.folder, name);
		mkdirSync(folder, { mode: 0o700, recursive: true });
		const disk = mountSmallDisk(folder, size);
		this.#disks.push(disk);
		return disk;
	}

	/** The path of a pulled inventory; creates its folder. */
	pulledFile(name: string): string {
		const folder = join(this.state, 'watch', 'pulled');
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		return join(folder, name);
	}

	start() {
		return spawnCommand(['watch', '--once', '--json'], this.env);
	}

	async once(): Promise<Finished> {
		const child = this.start();
		const [stdout, stderr, code] = await Promise.all([
			child.stdout.text(),
			child.stderr.text(),
			child.exited,
		]);
		return { code, stdout, stderr };
	}

	async recorded(): Promise<{ messages: MessageRecord[]; round: RoundRecord | null }> {
		const database = await openDatabase(readSettings(this.env), { make: false });
		try {
			return { messages: await readMessages(database), round: await lastRound(database) };
		} finally {
			await database.close();
		}
	}

	/** The stored result of all rounds, without times and random names. */
	async result() {
		const { messages, round } = await this.recorded();
		const history = openHistory(join(this.folder, 'history', 'history.db'), false);
		const sightings = history.rows('SELECT * FROM sightings').length;
		const imports = history.imports().length;
		history.close();
		const files = ['reports', 'enforce', 'evidence'].flatMap((name) =>
			readdirSync(join(this.folder, name), { recursive: true }).map((path) => `${name}/${path}`),
		);
		const pulled = readdirSync(this.pulledFile('.')).map((name) => name.replace(/-\d{8}T\d+Z/, ''));
		return {
			sightings,
			imports,
			files: files.sort(),
			pulled: pulled.sort(),
			report: readFileSync(join(this.folder, 'reports', 'fleet.csv'), 'utf8'),
			messages: messages.map(({ channel, kind, subject }) => `${channel} ${kind} ${subject}`).sort(),
			round: round && { number: round.number, step: round.step, whole: round.whole, counts: round.counts },
		};
	}

	async remove(): Promise<void> {
		await this.#receiver.stop(true);
		for (const { fake } of Object.values(this.fakes)) await fake.stop();
		for (const disk of this.#disks) disk.unmount();
		this.#removeFolder();
	}
}
