import { lifeCount } from '../order-scenarios.ts';
import { randomFrom } from '../seeded-random.ts';
import { type Trouble, troubles } from './network.ts';
import type { StoreTrouble } from './store.ts';
import { points, type Strike } from './strikes.ts';
import { type ProcessName, processNames } from './world.ts';

/** What happens in a story. Each is plain data, so that a story can be printed, shortened and repeated. */
export type Action = { readonly after: number } & (
	| { readonly do: 'pay'; readonly life: number }
	| { readonly do: 'issue' | 'shop' | 'sign in' | 'publish' | 'export' | 'reject' | 'cut power' }
	| { readonly do: 'revoke' | 'restore'; readonly license: number }
	| { readonly do: 'ask'; readonly license: number; readonly times: number }
	| ({ readonly do: 'strike' } & Omit<Strike, 'paused'>)
	| { readonly do: 'stop'; readonly who: ProcessName; readonly minutes: number }
	| { readonly do: 'sleep' | 'jump'; readonly minutes: number }
	| { readonly do: 'fill disk'; readonly seconds: number }
	| { readonly do: 'store'; readonly is: StoreTrouble; readonly seconds: number }
	| { readonly do: 'trouble'; readonly host: string; readonly is: Trouble; readonly seconds: number }
);

const hosts = ['apple.test', 'others.test', 'ops.test', 'chat.test', 'mail.test', 'beat.test', 'clients'];
const nodes = ['a', 'b'] as const;

/** The story of a seed: anything, and two scenes in which something is struck while it is at work. */
export function storyOf(seed: number): Action[] {
	const random = randomFrom(seed * 7919 + 1);
	const whole = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
	const pick = <T>(items: readonly T[]) => items[whole(0, items.length - 1)]!;
	const license = () => whole(0, 9);
	const pay = () => ({ do: 'pay', life: whole(0, lifeCount - 1) });
	const change = () => pick([pay, () => ({ do: pick(['issue', 'revoke', 'revoke']), license: license() })])();
	const strike = (who: string, at: string, { skip = 0, what = ['kill', 'break', 'pause'] } = {}) => ({
		after: 0,
		do: 'strike',
		who,
		at,
		skip: whole(0, skip),
		when: pick(['before', 'after', 'committed']),
		what: pick(what),
		seconds: pick([0.2, 3, 3, 400]),
	});
	/** Every kind of action with its weight. */
	const kinds: readonly (readonly [weight: number, draw: () => object])[] = [
		[6, pay],
		[3, () => ({ do: 'issue' })],
		[2, () => ({ do: 'shop' })],
		[1, () => ({ do: 'sign in' })],
		[3, () => ({ do: 'revoke', license: license() })],
		[1, () => ({ do: 'restore', license: license() })],
		[4, () => ({ do: 'ask', license: license(), times: whole(1, 30) })],
		[3, () => ({ do: 'publish' })],
		[2, () => ({ do: 'export' })],
		[1, () => ({ do: 'reject' })],
		[4, () => strike(pick(processNames), '', { skip: 60 })],
		[1, () => strike('command', '', { skip: 80, what: ['break', 'pause'] })],
		[3, () => strike(pick(['watch', 'watch', 'a']), points.write, { skip: 40, what: ['kill'] })],
		[2, () => ({ do: 'stop', who: pick(processNames), minutes: pick([0.1, 2, 60]) })],
		[3, () => ({ do: 'sleep', minutes: pick([1, 6, 16, 31, 130]) })],
		[1, () => ({ do: 'jump', minutes: pick([-180, -20, 5, 61, 180]) })],
		[1, () => ({ do: 'cut power' })],
		[2, () => ({ do: 'fill disk', seconds: whole(1, 12) })],
		[
			4,
			() => ({
				do: 'store',
				is: pick(['away', 'slow', 'answers lost', 'answers lost']),
				seconds: whole(1, 10),
			}),
		],
		[5, () => ({ do: 'trouble', host: pick(hosts), is: pick(troubles), seconds: pick([3, 20, 600]) })],
	];
	const weighted = kinds.flatMap(([weight, draw]) => Array<() => object>(weight).fill(draw));
	const any = (least: number, most: number) =>
		Array.from({ length: whole(least, most) }, () => ({
			after: pick([0, 50, 400, 1500, 4000]),
			...pick(weighted)(),
		}));
	const each = (draw: (node: string) => object) => nodes.map(draw);
	const scenes = [
		/** Licenses change while a node reads the changes. */
		() => {
			const node = pick(nodes);
			return [
				strike(node, 'licenses', { skip: 1, what: ['break'] }),
				...[1, 2, 3].map(() => ({ after: whole(50, 900), ...change() })),
			];
		},
		/** Licenses change while a node starts. */
		() => {
			const node = pick(nodes);
			return [
				{ ...strike(node, '', { what: ['kill'] }), after: 400 },
				strike(node, pick(['ledger', 'licenses']), { skip: 3, what: ['break', 'pause', 'pause'] }),
				...[1, 2, 3].map(() => ({ after: whole(50, 900), ...change() })),
				{ after: 1500, do: 'revoke', license: license() },
			];
		},
		/** Both nodes are struck at the event of a payment. */
		() => [
			{ after: 100, ...pay() },
			...each((node) =>
				strike(node, pick(['order_events', 'orders', 'licenses', 'audit']), {
					skip: 2,
					what: ['kill', 'break'],
				}),
			),
			{ after: 4000, ...pay() },
		],
		/** Requests are counted, and the nodes that store the counts are struck. */
		() => [
			{ after: 100, do: 'ask', license: license(), times: 30 },
			...each((node) =>
				strike(node, pick(['usage', 'usage_batches']), { what: ['break', 'break', 'kill', 'pause'] }),
			),
			{ after: whole(500, 4000), do: 'ask', license: license(), times: 9 },
			{ after: 4000, do: 'ask', license: license(), times: 9 },
			{ after: 4000, do: 'ask', license: license(), times: 1 },
		],
		/** The watch is killed while it writes files. */
		() => [
			{ after: 100, do: pick(['export', 'publish']) },
			random() < 0.7
				? strike('watch', points.write, { skip: 40, what: ['kill'] })
				: { after: whole(0, 900), do: 'cut power' },
			{ after: 50, do: 'sleep', minutes: 16 },
			{ after: 4000, do: 'export' },
		],
		/** A message leaves, and its sender is struck before it knows the outcome. */
		() => [
			...[...nodes, 'watch'].map((who) =>
				random() < 0.7
					? strike(who, points.send, { skip: 1, what: ['kill', 'kill', 'pause'] })
					: strike(who, 'outbox', { skip: 5 }),
			),
			{ after: 50, do: pick(['issue', 'issue', 'publish']) },
			{ after: 4000, do: 'sleep', minutes: pick([6, 31]) },
		],
		/** A message leaves, and the answer is lost or late. */
		() => [
			{
				after: 50,
				do: 'trouble',
				host: pick(['mail.test', 'mail.test', 'chat.test', 'ops.test']),
				is: pick(['answers lost', ...troubles]),
				seconds: pick([20, 20, 600]),
			},
			{ after: 50, do: pick(['issue', 'issue', 'publish']) },
			{ after: 4000, do: 'sleep', minutes: pick([6, 31]) },
			{ after: 50, do: 'issue' },
		],
		/** Somebody signs in or buys in the console on both nodes at once. */
		() => [
			...each((node) =>
				strike(node, pick(['console_access', 'console_access', 'licenses', 'ledger']), {
					skip: 1,
					what: ['pause', 'pause', 'break', 'kill'],
				}),
			),
			{ after: whole(0, 400), do: pick(['sign in', 'shop']) },
			{ after: whole(0, 400), do: pick(['sign in', 'shop']) },
		],
		/** A release is learned while the others read what is known. */
		() => [
			{ after: 100, do: 'publish' },
			...processNames.map((who) =>
				strike(who, pick(['learning', 'learnt', 'quarantine']), {
					skip: 3,
					what: ['pause', 'pause', 'break', 'kill'],
				}),
			),
			{ after: 50, do: 'sleep', minutes: 11 },
			{ after: 4000, do: 'publish' },
			{ after: 50, do: 'sleep', minutes: 11 },
		],
		/** The watch is struck while it makes a round and tells what it found. */
		() => [
			{ after: 100, do: pick(['export', 'publish']) },
			strike('watch', pick(['watch_rounds', 'watch_messages', 'watch_notes', 'outbox']), { skip: 6 }),
			{ after: 50, do: 'sleep', minutes: 16 },
			{ after: 4000, do: 'sleep', minutes: 16 },
		],
	];
	const opening = [
		...(random() < 0.3 ? [strike('watch', points.write, { skip: 60, what: ['kill'] })] : []),
		{ after: 1500, do: 'issue' },
		{ after: 100, do: 'issue' },
	];
	return [...opening, ...any(1, 5), ...pick(scenes)(), ...any(1, 4), ...pick(scenes)()] as Action[];
}
