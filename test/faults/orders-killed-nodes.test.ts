import { afterAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { orderOutcome } from '../order-outcome.ts';
import { inRandomOrder, orderBodies, orderEvents, products, productsText } from '../order-scenarios.ts';
import { type ServiceProcess, startService } from '../service-process.ts';
import { type Artifact, artifacts } from '../shipping/artifacts.ts';
import { isFull } from '../size.ts';
import { type Kind, useStores } from '../stores.ts';
import { signed } from '../stripe-events.ts';
import { stripeSecret } from '../stripe-objects.ts';

const stores = useStores();
const events = 60;
const deliveries = 4 * events;
const kills = 5;
/** Parallel deliveries, as a provider sends them. */
const hands = 8;

const ways: [artifact: string, kind: Kind, nodes: number][] = Object.keys(artifacts)
	.slice(0, 2)
	.flatMap((artifact) =>
		(['sqlite', 'postgres'] as const).flatMap((kind) =>
			[1, 2].map((nodes): [string, Kind, number] => [artifact, kind, nodes]),
		),
	);

/** Building the executable takes 25 core-seconds: once for all tests. */
const builds = new Map<string, Promise<Artifact>>();
afterAll(async () => {
	for (const artifact of await Promise.all(builds.values())) artifact.remove();
});

/** Nodes on one store; each in turn is killed and started again. */
async function nodesOn(program: readonly string[], path: string, env: Record<string, string>, count: number) {
	const { POINTRELEASE_STATE: state = '', ...rest } = env;
	const start = () => startService({ command: program, state, env: { PATH: path, ...rest } });
	const nodes: ServiceProcess[] = [];
	for (let at = 0; at < count; at++) nodes.push(await start());
	return {
		nodes,
		async kill(at: number) {
			nodes[at]!.signal('SIGKILL');
			await nodes[at]!.exited;
			nodes[at] = await start();
		},
	};
}

describe.skipIf(!isFull)(
	`${deliveries} deliveries of ${events} events to nodes that are killed ${kills} times`,
	() => {
		test.each(ways)('%s, %s, %d nodes', async (name, kind, count) => {
			const making = builds.get(name) ?? artifacts[name]!();
			builds.set(name, making);
			const artifact = await making;
			const [whole, env] = [await stores.settings('sqlite'), await stores.environment(kind)];
			const file = join(env.POINTRELEASE_STATE!, 'products.json');
			writeFileSync(file, productsText);
			const fleet = await nodesOn(
				artifact.program,
				artifact.path,
				// No mail can leave, so all of it can be counted.
				{
					...env,
					STRIPE_WEBHOOK_SECRET: stripeSecret,
					PRODUCTS: file,
					SMTP_URL: 'smtp://127.0.0.1:9',
					MAIL_FROM: 'shop@example.com',
				},
				count,
			);
			try {
				const left = inRandomOrder(orderBodies(events), deliveries, count);
				let answered = 0;
				let killed = 0;
				/** Like Stripe: again until the answer is 200. */
				const deliver = async (event: object) => {
					for (let attempt = 0; ; attempt++) {
						const { body, header } = await signed(event);
						const { address } = fleet.nodes[(answered + attempt) % count]!;
						const headers = { 'Stripe-Signature': header, Connection: 'close' };
						const answer = await fetch(`${address}/hooks/stripe`, { method: 'POST', body, headers }).catch(
							() => null,
						);
						if (answer?.status === 200) return answered++;
						expect([null, 503]).toContain(answer?.status ?? null);
						await Bun.sleep(50);
					}
				};
				const work = async () => {
					for (let next = left.shift(); next; next = left.shift()) await deliver(next);
				};
				const murder = async () => {
					for (; killed < kills; killed++) {
						while (answered < (deliveries / (kills + 1)) * (killed + 1)) await Bun.sleep(5);
						await fleet.kill(killed % count);
					}
				};
				await Promise.all([murder(), ...Array.from({ length: hands }, work)]);
				expect([answered, killed]).toEqual([deliveries, kills]);
				const expected = await withRegistry(whole, async (registry) => {
					for (const event of orderEvents(events)) await takeEvent(registry, event, products);
					return orderOutcome(registry);
				});
				expect(await withRegistry(readSettings(env), orderOutcome)).toEqual(expected);
			} finally {
				for (const node of fleet.nodes) await node.remove();
			}
		});
	},
);
