import { existsSync } from 'node:fs';
import type { Queries, Value } from '../../database/database.ts';
import { Failure } from '../../failure.ts';
import type { Settings } from '../../settings.ts';
import { changeLicenses } from '../ledger.ts';
import type { Registry } from '../registry.ts';
import { type SealingKey, seal, sealingKeyFrom, unseal } from './seal.ts';
import { makeKeyFile, nextKeyFile, replaceKeyFile, sealingKeyFile } from './sealing-keys.ts';

export interface Rotation {
	/** Copies that are now sealed with the new key. */
	resealed: number;
	/** Copies sealed with a key that is not at hand: left as they are. */
	left: number;
	/** The id of the new key. */
	sealKey: string;
}

export interface RotationOptions {
	/** Copies that cannot be opened stay as they are; otherwise one of them is a reason to change nothing. */
	leaveUnopened?: boolean;
	progress?: (done: number) => void;
}

interface SealedRow {
	number: number;
	id: string;
	sealed: Uint8Array;
	sealKey: string;
}

/**
 * Seals every copy with another key: the one of POINTRELEASE_SECRET, or a new one in the key file. All in one
 * transaction; the new key is on disk before it and takes the old one's place only after it, so that at any
 * moment of a crash the keys at hand open what the database holds, and running it again finishes the work.
 */
export async function rotateSealingKey(
	registry: Registry,
	settings: Settings,
	{ leaveUnopened = false, progress = () => {} }: RotationOptions = {},
): Promise<Rotation> {
	const next = nextKeyFile(settings);
	if (settings.secret === null && existsSync(next)) await finishInterrupted(registry, settings);
	const target = settings.secret === null ? makeKeyFile(next) : sealingKeyFrom(settings.secret);
	const rotation = await changeLicenses(registry.database, async (queries) => {
		const done = await resealAll(queries, registry, target, progress);
		if (done.left > 0 && !leaveUnopened) throw unopened(done);
		await queries.rows('UPDATE ledger SET seal_key = $1', [target.id]);
		return done;
	});
	if (settings.secret === null) replaceKeyFile(next, sealingKeyFile(settings));
	return rotation;
}

function unopened({ left, resealed }: Rotation): Failure {
	return new Failure(
		'sealing-key-lost',
		`${left} of ${left + resealed} keys are sealed with a secret that is not here: set it as POINTRELEASE_OLD_SECRET, or put its sealing.key back; nothing was changed (--leave-unopened rotates the others and gives these up)`,
	);
}

/** A rotation that was killed after its transaction left only the renaming to do. */
async function finishInterrupted(registry: Registry, settings: Settings): Promise<void> {
	const { id } = makeKeyFile(nextKeyFile(settings));
	const [row] = await registry.database.rows<{ sealKey: string | null }>(
		'SELECT seal_key AS "sealKey" FROM ledger',
	);
	if (row?.sealKey === id) replaceKeyFile(nextKeyFile(settings), sealingKeyFile(settings));
}

async function resealAll(
	queries: Queries,
	{ sealingKeys }: Registry,
	target: SealingKey,
	progress: (done: number) => void,
): Promise<Rotation> {
	const text = `SELECT number, id, sealed, seal_key AS "sealKey" FROM licenses
		WHERE number > $1 AND seal_key <> $2 ORDER BY number LIMIT 500`;
	const rotation: Rotation = { resealed: 0, left: 0, sealKey: target.id };
	let after = 0;
	for (;;) {
		const page = await queries.rows<SealedRow>(text, [after, target.id]);
		if (page.length === 0) return rotation;
		const rows: Value[] = [];
		for (const { number, id, sealed, sealKey } of page) {
			const sealing = sealingKeys.find(sealKey);
			const key = sealing && unseal(sealed, id, sealing);
			if (sealing && key === null)
				throw new Failure(
					'database-damaged',
					`the sealed copy of license ${id} was altered: nothing was changed`,
				);
			if (key) rows.push(number, seal(key, id, target));
		}
		await update(queries, rows, target.id);
		rotation.resealed += rows.length / 2;
		rotation.left += page.length - rows.length / 2;
		progress(rotation.resealed + rotation.left);
		after = page.at(-1)!.number;
	}
}

/** One statement per page: `rows` holds number and sealed copy by turns. */
async function update(queries: Queries, rows: Value[], sealKey: string): Promise<void> {
	if (rows.length === 0) return;
	const cases = Array.from(
		{ length: rows.length / 2 },
		(_, row) => `WHEN $${row * 2 + 2} THEN $${row * 2 + 3}`,
	);
	const numbers = Array.from({ length: rows.length / 2 }, (_, row) => `$${row * 2 + 2}`).join(', ');
	await queries.rows(
		`UPDATE licenses SET seal_key = $1, sealed = CASE number ${cases.join(' ')} ELSE sealed END
			WHERE number IN (${numbers})`,
		[sealKey, ...rows],
	);
}
