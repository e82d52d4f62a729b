import { revokeLicense } from '../src/licenses/issuing/changes.ts';
import { findById } from '../src/licenses/issuing/find.ts';
import { issueLicense } from '../src/licenses/issuing/issue.ts';
import { newKey } from '../src/licenses/key.ts';
import { openLicenses } from '../src/licenses/licenses.ts';
import { withRegistry } from '../src/licenses/registry.ts';
import { silentLog } from '../src/process/log.ts';
import { readSettings } from '../src/settings/settings.ts';
import { apart } from './measure/apart.ts';
import { makeState } from './measure/service.ts';
import { inFolder } from './measure/workspace.ts';
import { type Measure, median, type Subject } from './subject.ts';

const kinds = ['unknown', 'revoked', 'expired', 'malformed'] as const;
type Kind = (typeof kinds)[number];

/** Keys of each kind; many, so that the place of a single key in memory does not matter. */
const perKind = 64;
const repeats = 30;
/** Nanoseconds; a network varies a thousand times as much. */
const mostApart = 60;

/** Whether the time of a refusal distinguishes an unknown key from one that is revoked, expired or malformed. */
export const refusalsSubject: Subject = {
	name: 'refusals',
	measure: ({ quick }) =>
		inFolder(async (folder) => {
			await makeState(folder);
			const settings = readSettings({ POINTRELEASE_STATE: folder, FEEDS: 'off' });
			const keys = await prepareKeys(settings);
			const licenses = await openLicenses(settings, silentLog);
			try {
				const sample = (kind: Kind) => {
					const started = performance.now();
					for (let repeat = 0; repeat < repeats; repeat++)
						for (const key of keys[kind])
							if (licenses.admit(key) !== -1) throw new Error(`${kind} was admitted`);
					return ((performance.now() - started) * 1e6) / (repeats * perKind);
				};
				inTurns(50, sample);
				const samples = inTurns(quick ? 300 : 1_500, sample);
				return [
					{ name: 'refusal of an unknown key', values: [[median(samples.unknown), 'ns']] },
					...kinds.slice(1).map((kind) => beside(kind, samples[kind], samples.unknown)),
				];
			} finally {
				await licenses.close();
			}
		}),
};

async function prepareKeys(settings: ReturnType<typeof readSettings>): Promise<Record<Kind, string[]>> {
	const keys: Record<Kind, string[]> = { unknown: [], revoked: [], expired: [], malformed: [] };
	await withRegistry(settings, async (registry) => {
		for (let index = 0; index < perKind; index++) {
			const revoked = await issueLicense(registry, { email: 'a@example.com', mail: false });
			await revokeLicense(registry, (await findById(registry.database, revoked.id))!);
			keys.revoked.push(revoked.key);
			const expiredLicense = { email: 'b@example.com', expires: '2001-01-01', mail: false };
			keys.expired.push((await issueLicense(registry, expiredLicense)).key);
			keys.unknown.push(newKey());
			keys.malformed.push(newKey().slice(1));
		}
	});
	return keys;
}

/** Samples all kinds in turns, so that changes of the machine affect all of them. */
function inTurns(rounds: number, sample: (kind: Kind) => number): Record<Kind, number[]> {
	const samples: Record<Kind, number[]> = { unknown: [], revoked: [], expired: [], malformed: [] };
	for (let round = 0; round < rounds; round++)
		for (let turn = 0; turn < kinds.length; turn++) {
			const kind = kinds[(turn + round) % kinds.length]!;
			samples[kind].push(sample(kind));
		}
	return samples;
}

/** The bar limits the difference, whatever its significance. */
function beside(kind: Kind, samples: readonly number[], unknown: readonly number[]): Measure {
	return {
		name: `refusal of ${kind === 'unknown' || kind === 'expired' ? 'an' : 'a'} ${kind} key, apart from it`,
		...apart(samples, unknown, 'ns'),
		must: { most: Math.max(mostApart, Math.round(0.2 * median(unknown))) },
	};
}
