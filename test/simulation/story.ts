import { rejectItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { resendLicenses, restoreLicense, revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { hasKeyMail } from '../../src/licenses/mail/license-mail.ts';
import { makeCode } from '../../src/server/console/access.ts';
import { makeToken } from '../../src/server/console/tokens.ts';
import { bodiesOfLife, lifeCount } from '../order-scenarios.ts';
import { randomFrom } from '../seeded-random.ts';
import { hook, postToConsole, sendRequest } from './clients.ts';
import { disk } from './files.ts';
import { type Trouble, troubles } from './network.ts';
import { storeTrouble } from './store.ts';
import { type KnownLicense, type ProcessName, processNames, type World } from './world.ts';

const hosts = ['apple.test', 'others.test', 'ops.test', 'chat.test', 'mail.test', 'beat.test', 'clients'];

/** What happens in a story. Each is plain data, so that a story can be printed, shortened and repeated. */
export type Action = { readonly after: number } & (
	| { readonly do: 'pay'; readonly life: number }
	| { readonly do: 'issue' | 'shop' | 'sign in' | 'publish' | 'export' | 'reject' | 'cut power' }
	| { readonly do: 'revoke' | 'restore'; readonly license: number }
	| { readonly do: 'ask'; readonly license: number; readonly times: number }
	| {
			readonly do: 'kill';
			readonly who: ProcessName;
			readonly statements: number;
			readonly answered: boolean;
	  }
	| { readonly do: 'kill at write'; readonly who: ProcessName; readonly writes: number }
	| { readonly do: 'stop'; readonly who: ProcessName; readonly minutes: number }
	| { readonly do: 'sleep' | 'jump'; readonly minutes: number }
	| { readonly do: 'fill disk'; readonly seconds: number }
	| { readonly do: 'store'; readonly is: 'away' | 'answers lost'; readonly seconds: number }
	| { readonly do: 'trouble'; readonly host: string; readonly is: Trouble; readonly seconds: number }
);

/** The story of a seed. */
export function storyOf(seed: number): Action[] {
	const random = randomFrom(seed * 7919 + 1);
	const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
	const pick = <T>(items: readonly T[]) => items[whole(0, items.length - 1)]!;
	const license = () => whole(0, 9);
	/** Every kind of action with its weight, in the smallest number that fits. */
	const kinds: readonly (readonly [weight: number, draw: () => object])[] = [
		[6, () => ({ do: 'pay', life: whole(0, lifeCount - 1) })],
		[3, () => ({ do: 'issue' })],
		[2, () => ({ do: 'shop' })],
		[1, () => ({ do: 'sign in' })],
		[3, () => ({ do: 'revoke', license: license() })],
		[1, () => ({ do: 'restore', license: license() })],
		[4, () => ({ do: 'ask', license: license(), times: whole(1, 30) })],
		[3, () => ({ do: 'publish' })],
		[2, () => ({ do: 'export' })],
		[1, () => ({ do: 'reject' })],
		[4, () => ({ do: 'kill', who: pick(processNames), statements: whole(0, 60), answered: random() < 0.5 })],
		[3, () => ({ do: 'kill at write', who: pick(['watch', 'watch', 'a']), writes: whole(0, 40) })],
		[2, () => ({ do: 'stop', who: pick(processNames), minutes: pick([0.1, 2, 60]) })],
		[3, () => ({ do: 'sleep', minutes: pick([1, 6, 16, 31, 130]) })],
		[1, () => ({ do: 'jump', minutes: pick([-180, -20, 5, 61, 180]) })],
		[1, () => ({ do: 'cut power' })],
		[2, () => ({ do: 'fill disk', seconds: whole(1, 12) })],
		[3, () => ({ do: 'store', is: pick(['away', 'answers lost', 'answers lost']), seconds: whole(1, 10) })],
		[5, () => ({ do: 'trouble', host: pick(hosts), is: pick(troubles), seconds: pick([3, 20, 600]) })],
	];
	const weighted = kinds.flatMap(([weight, draw]) => Array<() => object>(weight).fill(draw));
	const any = (least: number, most: number) =>
		Array.from({ length: whole(least, most) }, () => ({
			after: pick([0, 50, 400, 1500, 4000]),
			...pick(weighted)(),
		}));
	/** A trouble, and what it may spoil right after. */
	const pairs = [
		() => [
			{ after: 400, do: 'kill', who: pick(['a', 'b']), statements: whole(0, 3), answered: false },
			...['revoke', 'issue', 'revoke'].map((what) => ({
				after: whole(150, 700),
				do: what,
				license: license(),
			})),
		],
		() => [
			{ after: 100, do: 'pay', life: whole(0, lifeCount - 1) },
			...['a', 'b'].map((who) => ({
				after: 0,
				do: 'kill',
				who,
				statements: whole(5, 90),
				answered: random() < 0.5,
			})),
		],
		() => [
			{ after: 100, do: 'ask', license: license(), times: 30 },
			{ after: whole(0, 4000), do: 'store', is: 'answers lost', seconds: whole(4, 9) },
			...['revoke', 'ask'].map((what) => ({ after: whole(50, 900), do: what, license: license(), times: 9 })),
		],
		() => [
			{ after: 100, do: pick(['export', 'publish']) },
			{
				after: 0,
				do: pick(['kill at write', 'kill at write', 'cut power']),
				who: 'watch',
				writes: whole(0, 30),
			},
			{ after: 50, do: 'sleep', minutes: 16 },
			{ after: 4000, do: 'export' },
		],
		() => [
			{
				after: 0,
				do: 'trouble',
				host: pick(['mail.test', 'chat.test', 'ops.test']),
				is: pick(troubles),
				seconds: 20,
			},
			{ after: 50, do: pick(['issue', 'publish']) },
			{ after: 900, do: 'kill', who: pick(processNames), statements: whole(0, 20), answered: random() < 0.5 },
			{ after: 2000, do: 'sleep', minutes: pick([6, 31]) },
		],
	];
	const opening = [
		...(random() < 0.3 ? [{ after: 0, do: 'kill at write', who: 'watch', writes: whole(0, 60) }] : []),
		{ after: 1500, do: 'issue' },
		{ after: 100, do: 'issue' },
	];
	return [...opening, ...any(2, 8), ...pick(pairs)(), ...any(1, 5), ...pick(pairs)()] as Action[];
}

/** Lets an action begin. What it causes goes on while the story does. */
export function perform(world: World, action: Action): void {
	const { simulation, network } = world;
	const later = (seconds: number, call: () => void) => simulation.schedule(seconds * 1000, call, null);
	const running = (name: ProcessName) => world.processes.get(name)!;
	switch (action.do) {
		case 'pay':
			pay(world, action.life);
			break;
		case 'issue':
			again(world, async () => {
				const email = `license${world.licenses.length}@example.com`;
				const { id, key } = await world.command((registry) => issueLicense(registry, { email }));
				world.licenses.push({ id, key, revokedAt: null, turn: Promise.resolve() });
			});
			break;
		case 'shop':
			sellInShop(world);
			break;
		case 'sign in':
			signInTwice(world);
			break;
		case 'revoke':
			change(world, action.license, async (license) => {
				await world.command(async (registry) =>
					revokeLicense(registry, (await findById(registry.database, license.id))!),
				);
				license.revokedAt ??= simulation.elapsed;
			});
			break;
		case 'restore':
			change(world, action.license, async (license) => {
				license.revokedAt = null;
				await world.command(async (registry) => {
					const stored = await findById(registry.database, license.id);
					await restoreLicense(registry, stored!);
					// The command says so, and the operator does what it says.
					if (!(await hasKeyMail(registry.database, stored!)))
						await resendLicenses(registry, [(await findById(registry.database, license.id))!]);
				});
			});
			break;
		case 'ask':
			ask(world, action.license, action.times);
			break;
		case 'publish':
			world.publish();
			break;
		case 'export':
			world.export();
			break;
		case 'reject':
			again(world, () =>
				world.command(async ({ database }) => {
					const [item] = await readItems(database);
					if (item) await rejectItem(database, item.id, new Date());
				}),
			);
			break;
		case 'kill':
			running(action.who).left = { statements: action.statements, after: action.answered };
			break;
		case 'kill at write':
			running(action.who).left = { writes: action.writes };
			break;
		case 'stop': {
			const until = simulation.elapsed + action.minutes * 60_000;
			running(action.who).stopUntil(until);
			// Of an hour the others need not live every second.
			if (action.minutes > 1) world.sleep(6_000, until - 4_000);
			break;
		}
		case 'sleep':
			world.sleep(0, simulation.elapsed + action.minutes * 60_000);
			break;
		case 'jump':
			simulation.wallStart += action.minutes * 60_000;
			break;
		case 'cut power':
			world.cutPower();
			break;
		case 'fill disk':
			disk.isFull = true;
			later(action.seconds, () => world.endStoreTrouble());
			break;
		case 'store':
			storeTrouble.now = action.is;
			later(action.seconds, () => world.endStoreTrouble());
			break;
		case 'trouble':
			network.trouble.set(action.host, action.is);
			later(action.seconds, () => network.trouble.delete(action.host));
	}
}

/** The provider sends every event of an order until it is taken, in any order, and some of them twice. */
function pay(world: World, life: number): void {
	const { simulation } = world;
	const name = `o${world.orders.length}`;
	world.orders.push({ name, life });
	const send = async (event: object): Promise<void> => {
		const answer = await hook(world, simulation.pick(['a', 'b']), event);
		if (answer?.status !== 200)
			return void simulation.schedule(simulation.between(2_000, 20_000), () => void send(event), null);
		world.undelivered--;
	};
	for (const event of bodiesOfLife(name, life))
		for (let copies = simulation.random() < 0.3 ? 2 : 1; copies > 0; copies--) {
			world.undelivered++;
			simulation.schedule(simulation.between(0, 5_000), () => void send(event), null);
		}
}

/** How many licenses the shop may issue on a day. */
export const shopPerDay = 3;

/** A shop asks for a license of two orders, on any node, until it has an answer. */
function sellInShop(world: World): void {
	const { simulation, shop } = world;
	const send = async (order: string): Promise<void> => {
		const answer = await postToConsole(world, simulation.pick(['a', 'b']), {
			path: '/console/api/licenses',
			body: { email: `${order}@example.com`, order },
			headers: { authorization: `Bearer ${shop.token}` },
		});
		if (answer && [200, 201, 429].includes(answer.status)) world.undelivered--;
		else simulation.schedule(simulation.between(1_000, 9_000), () => void send(order), null);
	};
	again(world, async () => {
		shop.token ??= await world.command(({ database, actor }) =>
			makeToken(database, actor, { name: `shop${simulation.steps}`, may: ['issue'], perDay: shopPerDay }),
		);
		for (const order of [`shop-${++shop.orders}`, `shop-${++shop.orders}`]) {
			world.undelivered += 2;
			// The customer has pressed twice.
			for (const delay of [0, simulation.between(0, 60)])
				simulation.schedule(delay, () => void send(order), null);
		}
	});
}

/** Somebody opens a link of the console in two browsers at once. */
function signInTwice(world: World): void {
	const { simulation } = world;
	again(world, async () => {
		const code = await world.command(({ database, actor }) =>
			makeCode(database, actor, { name: 'anna', mayWrite: true }),
		);
		let signedIn = 0;
		for (const node of ['a', 'b'] as const)
			simulation.schedule(
				simulation.between(0, 5),
				async () => {
					const answer = await postToConsole(world, node, { path: '/console/sign-in', body: { code } });
					if (answer?.status === 200 && ++signedIn > 1) world.broken ??= 'a link signed in twice';
				},
				null,
			);
	});
}

/** An operator repeats a command until it works. */
function again(world: World, work: () => Promise<unknown>): void {
	work().catch(() => world.simulation.schedule(1_500, () => again(world, work), null));
}

function change(world: World, at: number, work: (license: KnownLicense) => Promise<void>): void {
	const license = world.licenses[at % Math.max(1, world.licenses.length)];
	if (!license) return;
	// One after another, so that the operator knows what holds at the end.
	license.turn = license.turn.then(
		() => new Promise((resolve) => again(world, () => work(license).then(resolve))),
	);
}

function ask(world: World, at: number, times: number): void {
	const { simulation } = world;
	const license = world.licenses[at % Math.max(1, world.licenses.length)];
	for (let time = 0; license && time < times; time++)
		simulation.schedule(
			simulation.between(0, 6_000),
			() => {
				const headers = { authorization: license.key };
				void sendRequest(
					world,
					simulation.pick(['a', 'b']),
					() => new Request('https://shop.test/items/27', { headers }),
				);
			},
			null,
		);
}
