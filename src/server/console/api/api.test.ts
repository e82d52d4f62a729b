import { expect, test } from 'bun:test';
import { temporaryState } from '../../../../test/live.ts';
import type { Licenses } from '../../../licenses/licenses.ts';
import { openRegistry } from '../../../licenses/registry.ts';
import { Failure } from '../../../process/failure.ts';
import { readSettings } from '../../../settings/settings.ts';
import { listTokens, makeToken } from '../tokens.ts';
import { createApi } from './api.ts';

test('a change counts if the database may have stored it, and not if it was refused', async () => {
	const state = temporaryState();
	const registry = await openRegistry(readSettings({ POINTRELEASE_STATE: state.folder }), { make: true });
	const { database, actor } = registry;
	let isAnswerLost = false;
	const transaction: typeof database.transaction = async (work) => {
		const result = await database.transaction(work);
		if (isAnswerLost) throw new Failure('database-unreachable', 'the answer to COMMIT is lost');
		return result;
	};
	const licenses = { database, registry: () => ({ ...registry, database: { ...database, transaction } }) };
	const answer = createApi({ licenses: licenses as unknown as Licenses });
	const token = await makeToken(database, actor, { name: 'shop', may: ['issue'], perDay: 5 });
	const issue = (order: string, email = 'you@example.com') => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const body = JSON.stringify({ email, order });
		return answer(
			new Request('https://console.test/console/api/licenses', { method: 'POST', body, headers }),
			'/licenses',
			'192.0.2.1',
		);
	};
	const usedToday = async () => (await listTokens(database))[0]!.usedToday;

	isAnswerLost = true;
	await expect(issue('first')).rejects.toThrow('the answer to COMMIT is lost');
	expect(await usedToday()).toBe(1);
	isAnswerLost = false;
	expect((await issue('first')).status).toBe(200);
	expect(await usedToday()).toBe(1);
	await expect(issue('second', 'no address')).rejects.toThrow();
	expect(await usedToday()).toBe(1);
	await registry.close();
	state.remove();
});
