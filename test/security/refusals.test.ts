import { expect, test } from 'bun:test';
import { revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { newKey } from '../../src/licenses/key.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { startLive, temporaryState, testSettings } from '../live.ts';
import { makeStore } from '../stores.ts';

test('the answer to an unknown, a revoked and an expired key is the same to the byte', async () => {
	const state = temporaryState();
	await makeStore({ POINTRELEASE_STATE: state.folder });
	const keys = await withRegistry(testSettings(state.folder), async (registry) => {
		const revoked = await issueLicense(registry, { email: 'a@example.com', mail: false });
		await revokeLicense(registry, (await findById(registry.database, revoked.id))!);
		const past = { email: 'b@example.com', expires: '2001-01-01', mail: false };
		return [newKey(), revoked.key, (await issueLicense(registry, past)).key];
	});
	const live = await startLive({ POINTRELEASE_STATE: state.folder });
	try {
		const answers = await Promise.all(
			keys.map(async (key) => {
				const response = await fetch(`${live.address}/items/14`, { headers: { Authorization: key } });
				const headers = [...response.headers].filter(([name]) => name !== 'date');
				return JSON.stringify([response.status, headers, await response.text()]);
			}),
		);
		expect(answers[0]).toStartWith('[403,');
		expect(new Set(answers).size).toBe(1);
	} finally {
		await live.stop();
		state.remove();
	}
});
