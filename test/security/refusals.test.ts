import { expect, test } from 'bun:test';
import { revokeLicense } from '../../src/licenses/issuing/changes.ts';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { newKey } from '../../src/licenses/key.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { startLive, temporaryState, testSettings } from '../live.ts';
import { makeStore } from '../stores.ts';

test('unknown and revoked keys get the same answer, byte for byte; the holder of an expired key gets its last day', async () => {
	const state = temporaryState();
	await makeStore({ POINTRELEASE_STATE: state.folder });
	const keys = await withRegistry(testSettings(state.folder), async (registry) => {
		const revoked = await issueLicense(registry, { email: 'a@example.com', mail: false });
		await revokeLicense(registry, (await findById(registry.database, revoked.id))!);
		const past = { email: 'b@example.com', expires: '2001-01-01', mail: false };
		const both = await issueLicense(registry, past);
		await revokeLicense(registry, (await findById(registry.database, both.id))!);
		return [newKey(), revoked.key, both.key, (await issueLicense(registry, past)).key];
	});
	const renew = 'https://shop.example/renew';
	const live = await startLive({ POINTRELEASE_STATE: state.folder, RENEW_URL: renew });
	try {
		const answers = await Promise.all(
			keys.map(async (key) => {
				const response = await fetch(`${live.address}/items/14`, { headers: { Authorization: key } });
				const headers = [...response.headers].filter(([name]) => name !== 'date');
				return JSON.stringify([response.status, headers, await response.text()]);
			}),
		);
		expect(answers[0]).toStartWith('[403,');
		expect(new Set(answers.slice(0, 3)).size).toBe(1);
		const ask = (path: string, key: string) =>
			fetch(live.address + path, { headers: { Authorization: key } });
		for (const path of ['/items/14', '/license', '/nowhere'])
			expect(await (await ask(path, keys[3]!)).json()).toEqual({
				type: 'urn:pointrelease:problem:license-ended',
				title: 'License ended',
				status: 403,
				detail: `this license ended on 2001-01-01: renew it at ${renew}`,
				code: 'license-ended',
				ended_on: '2001-01-01',
				renew_url: renew,
			});
		// The answer to one key reveals nothing about the next.
		expect(JSON.stringify(await (await ask('/items/14', newKey())).json())).not.toContain('ended');
	} finally {
		await live.stop();
		state.remove();
	}
});
