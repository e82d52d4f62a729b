import { rejectItem } from '../../src/learning/quarantine/decide-item.ts';
import { readItems } from '../../src/learning/quarantine/quarantine-store.ts';
import { resendLicenses, restoreLicense, revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { hasKeyMail } from '../../src/licenses/mail/license-mail.ts';
import { makeCode } from '../../src/server/console/access.ts';
import { makeToken } from '../../src/server/console/tokens.ts';
import { bodiesOfLife } from '../order-scenarios.ts';
import { hook, postToConsole, sendRequest } from './clients.ts';
import { disk } from './files.ts';
import { storeTrouble } from './store.ts';
import type { Action } from './story.ts';
import { strikes } from './strikes.ts';
import type { KnownLicense, ProcessName, World } from './world.ts';

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
		case 'strike':
			strikes.push({
				...action,
				// Of a long time the others need not live every second.
				...(action.seconds > 60 && { paused: (until) => world.sleep(6_000, until - 4_000) }),
			});
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
