import { afterAll, beforeAll, expect, test } from 'bun:test';
import { findById } from '../../src/licenses/issuing/find.ts';
import { issueLicense } from '../../src/licenses/issuing/issue.ts';
import { revokeLicense } from '../../src/licenses/issuing/revoke.ts';
import { newKey } from '../../src/licenses/key.ts';
import { type Licenses, openLicenses } from '../../src/licenses/licenses.ts';
import { withRegistry } from '../../src/licenses/registry.ts';
import { silentLog } from '../../src/process/log.ts';
import { type Live, startLive, temporaryState, testSettings } from '../live.ts';
import { makeStore } from '../stores.ts';

/** Keys of each kind. Many, so that no single place in memory decides. */
const perKind = 64;
type Kind = 'unknown' | 'revoked' | 'expired' | 'malformed';
const kinds: readonly Kind[] = ['unknown', 'revoked', 'expired', 'malformed'];

/** Issues, ends and invents keys in a store. */
async function prepareKeys(stateFolder: string): Promise<Record<Kind, string[]>> {
	const keys: Record<Kind, string[]> = { unknown: [], revoked: [], expired: [], malformed: [] };
	const settings = testSettings(stateFolder);
	await makeStore({ POINTRELEASE_STATE: stateFolder });
	await withRegistry(settings, async (registry) => {
		for (let index = 0; index < perKind; index++) {
			const revoked = await issueLicense(registry, { email: 'a@example.com', mail: false });
			await revokeLicense(registry, (await findById(registry.database, revoked.id))!);
			keys.revoked.push(revoked.key);
			const expired = await issueLicense(registry, {
				email: 'b@example.com',
				expires: '2001-01-01',
				mail: false,
			});
			keys.expired.push(expired.key);
			keys.unknown.push(newKey());
			keys.malformed.push(newKey().slice(1));
		}
	});
	return keys;
}

/** Samples of all kinds in turns, so that whatever the machine does meanwhile happens to all of them. */
async function medians(
	rounds: number,
	sample: (kind: Kind, round: number) => number | Promise<number>,
): Promise<Record<Kind, number>> {
	const samples: Record<Kind, number[]> = { unknown: [], revoked: [], expired: [], malformed: [] };
	for (let round = 0; round < rounds; round++)
		for (let turn = 0; turn < kinds.length; turn++) {
			const kind = kinds[(turn + round) % kinds.length]!;
			samples[kind].push(await sample(kind, round));
		}
	const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
	return {
		unknown: median(samples.unknown),
		revoked: median(samples.revoked),
		expired: median(samples.expired),
		malformed: median(samples.malformed),
	};
}

let licenses: Licenses;
let live: Live;
let keys: Record<Kind, string[]>;
const state = temporaryState();
beforeAll(async () => {
	keys = await prepareKeys(state.folder);
	licenses = await openLicenses(testSettings(state.folder), silentLog);
	live = await startLive({ POINTRELEASE_STATE: state.folder });
});
afterAll(async () => {
	await live.stop();
	await licenses.close();
	state.remove();
});

test('refusing takes as long for an unknown, a revoked, an expired and a malformed key: the check itself', async () => {
	const repeats = 30;
	const sample = (kind: Kind) => {
		const started = performance.now();
		for (let repeat = 0; repeat < repeats; repeat++)
			for (const key of keys[kind]) if (licenses.admit(key) !== -1) throw new Error(`${kind} was admitted`);
		return ((performance.now() - started) * 1e6) / (repeats * perKind);
	};
	await medians(50, sample);
	const took = await medians(300, sample);
	console.log(
		`nanoseconds per check: ${JSON.stringify(took, (_, value) => (typeof value === 'number' ? Math.round(value) : value))}`,
	);
	// Within a fifth and 60 ns of each other: a network adds a thousand times that to every single request.
	const values = Object.values(took);
	expect(Math.max(...values) - Math.min(...values)).toBeLessThan(Math.max(60, 0.2 * Math.min(...values)));
});

test('refusing takes as long for an unknown, a revoked and an expired key: over the socket', async () => {
	const ask = async (kind: Kind, round: number) => {
		const started = performance.now();
		const response = await fetch(`${live.address}/items/14`, {
			headers: { Authorization: keys[kind][round % perKind]! },
		});
		const body = await response.text();
		const took = (performance.now() - started) * 1e3;
		expect(response.status).toBe(403);
		expect(body).toContain(kind === 'malformed' ? 'a key has 19 characters' : 'the license key is not valid');
		return took;
	};
	await medians(100, ask);
	const took = await medians(1_500, ask);
	console.log(
		`microseconds per refused request: ${JSON.stringify(took, (_, value) => (typeof value === 'number' ? Math.round(value) : value))}`,
	);
	const values = [took.unknown, took.revoked, took.expired];
	expect(Math.max(...values) - Math.min(...values)).toBeLessThan(Math.max(15, 0.15 * Math.min(...values)));
});

test('the answer to an unknown, a revoked and an expired key is the same to the byte', async () => {
	const answers = await Promise.all(
		(['unknown', 'revoked', 'expired'] as const).map(async (kind) => {
			const response = await fetch(`${live.address}/items/14`, {
				headers: { Authorization: keys[kind][0]! },
			});
			const headers = [...response.headers].filter(([name]) => name !== 'date');
			return JSON.stringify([response.status, headers, await response.text()]);
		}),
	);
	expect(new Set(answers).size).toBe(1);
});
