import { expect, test } from 'bun:test';
import { useStores } from '../../../test/stores.ts';
import { issueLicense } from '../../licenses/issuing/issue.ts';
import { withRegistry } from '../../licenses/registry.ts';
import type { PostParts, PostSetting } from './post-answer.ts';
import { endSubscription, startSubscription } from './subscription.ts';

const stores = useStores();

test('the time of a start and an end is charged to the license, in a turn of its own', async () => {
	await withRegistry(await stores.settings('sqlite'), async (registry) => {
		const { key } = await issueLicense(registry, { email: 'you@example.com', mail: false });
		const steps: string[] = [];
		const setting = {
			inTurn: async (work: () => Promise<unknown>) => {
				steps.push('turn');
				return work();
			},
			work: (work: () => unknown) => {
				steps.push('charged');
				return work();
			},
		} as unknown as PostSetting;
		const parts = { database: registry.database, baseUrl: () => 'https://macs.example' } as PostParts;
		const request = new Request('https://macs.example', { headers: { Authorization: key } });
		for (const make of [startSubscription, endSubscription])
			expect((await make(parts)(request, setting)).status).toBe(200);
		expect(steps).toEqual(['turn', 'charged', 'turn', 'charged']);
	});
});
