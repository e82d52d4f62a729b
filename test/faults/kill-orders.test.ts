import { describe, expect, test } from 'bun:test';
import { readAudit } from '../../src/licenses/audit.ts';
import { takeEvent } from '../../src/licenses/orders/take-event.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { orderOutcome } from '../order-outcome.ts';
import { lifeOf, products } from '../order-scenarios.ts';
import { isFull, sized } from '../size.ts';
import { kinds, useStores } from '../stores.ts';

const stores = useStores();
const script = new URL('./dies-at-event.ts', import.meta.url).pathname;
/** Every thirteenth statement, or every one in a full run. */
const stride = sized(13, 1);

/** The stored state and the number of records in it. */
async function stateOf(env: Record<string, string>): Promise<unknown> {
	return withRegistry(readSettings(env), async (registry) => ({
		orders: await orderOutcome(registry),
		audit: (await readAudit(registry.database, { most: 100 })).map(({ what, event }) => [what, event]),
		events: (await registry.database.rows('SELECT id FROM order_events')).length,
	}));
}

/** A transaction is atomic in either store, so the second store is left to the full run. */
const tried = isFull ? kinds : kinds.slice(0, 1);

describe.each(tried)('%s', (kind) => {
	test('kill -9 between any two steps of an event leaves all of it or nothing, and the event can be processed again', async () => {
		const [killed, whole] = [await stores.environment(kind), await stores.environment(kind)];
		const run = async (event: number, at: number) => {
			const child = Bun.spawn([process.execPath, script, String(event), String(at)], {
				env: { PATH: process.env.PATH, ...killed },
				stderr: 'inherit',
			});
			await child.exited;
			if (child.signalCode === null) expect([event, child.exitCode]).toEqual([event, 0]);
			return child.signalCode === 'SIGKILL';
		};
		for (const [number, event] of lifeOf('k').entries()) {
			const before = await stateOf(killed);
			await withRegistry(readSettings(whole), (registry) => takeEvent(registry, event, products));
			const after = await stateOf(whole);
			let kills = 0;
			for (let at = 1; await run(number, at); at += stride) {
				kills++;
				expect([before, after]).toContainEqual(await stateOf(killed));
			}
			expect([number, kills * stride > 7]).toEqual([number, true]);
			// A process that survived, or was killed after its last write, stored the same as a run without a kill.
			expect(await stateOf(killed)).toEqual(after);
		}
	}, 600_000);
});
