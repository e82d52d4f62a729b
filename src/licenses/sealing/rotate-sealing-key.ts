import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Queries, Value } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import type { Settings } from '../../settings/settings.ts';
import { writeAudit } from '../audit.ts';
import { changeLicenses, type Ledger, restAfterStep } from '../ledger.ts';
import type { Registry } from '../registry.ts';
import { type SealingKey, seal, sealingKeyFrom, unseal } from './seal.ts';
import {
	makeKeyFile,
	nextKeyFile,
	readKeyFile,
	replaceKeyFile,
	type SealingKeys,
	sealingKeyFile,
} from './sealing-keys.ts';

interface Rotation {
	/** How many copies this run encrypted with the new key. */
	resealed: number;
	/** How many copies an interrupted run had encrypted with it before. */
	before: number;
	/** How many copies were left unchanged, because their sealing key is missing. */
	left: number;
	/** The ID of the new key. */
	sealKey: string;
}

interface RotationOptions {
	/** Leaves copies unchanged that cannot be opened. Without this, one such copy makes the rotation fail. */
	leaveUnopened?: boolean;
	/** Called after each step, with how many of all copies are done. */
	onStep?: (doneCopies: number, licenses: number) => void;
	/** Ends the rotation after the step that is under way. */
	stop?: AbortSignal;
}

interface SealedRow {
	number: number;
	id: string;
	sealed: Uint8Array;
	sealKey: string;
}

/** Copies that are re-encrypted in one transaction, during which other writers wait. */
export const copiesPerStep = 500;

/**
 * Re-encrypts every copy with another key: that of POINTRELEASE_SECRET, or a new one in the key file. First opens all
 * copies, and changes nothing if one cannot be opened. Then new licenses use the new key, and existing copies follow in
 * steps. Both keys are available until the last step, which replaces the old key file. After an interruption at any
 * moment, the next run continues with the same key.
 */
export async function rotateSealingKey(
	registry: Registry,
	settings: Settings,
	{ leaveUnopened = false, onStep = () => {}, stop }: RotationOptions = {},
): Promise<Rotation> {
	const { database } = registry;
	const ofSecret = settings.secret === null ? null : sealingKeyFrom(settings.secret);
	const begun = ofSecret ?? readKeyFile(nextKeyFile(settings));
	let rotation: Rotation | null = null;
	let licenses = 0;
	try {
		const { unopenable, open, before } = await openAll(registry, begun?.id ?? null);
		licenses = before + open + unopenable;
		if (unopenable > 0 && !leaveUnopened) throw unopened(unopenable, open + unopenable);
		const target = begun ?? makeKeyFile(nextKeyFile(settings));
		await changeLicenses(database, async (queries) => {
			await queries.rows('UPDATE ledger SET seal_key = $1', [target.id]);
			await writeAudit(queries, registry.actor, [{ what: 'rotate-secret', detail: `to ${target.id}` }]);
		});
		rotation = { resealed: 0, before, left: unopenable, sealKey: target.id };
		for (let after = 0; ; ) {
			if (stop?.aborted) throw new Failure('interrupted', 'interrupted');
			const began = performance.now();
			const step = await changeLicenses(database, async (queries, ledger) => {
				if (!ofSecret) refuseOvertaken(ledger, target);
				const batch = await resealAfter(queries, registry.sealingKeys, target, after);
				if (batch.last === null && !ofSecret) settle(settings, target);
				return batch;
			});
			if (step.last === null) return rotation;
			after = step.last;
			rotation.resealed += step.resealed;
			onStep(before + rotation.resealed, licenses);
			await restAfterStep(began);
		}
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		const words = rotation
			? `${rotation.before + rotation.resealed} of ${counted(licenses, 'key')} are encrypted with ${rotation.sealKey}, run it again to continue`
			: 'nothing was changed';
		throw new Failure(thrown.code, `${thrown.message}: ${words}`);
	}
}

function unopened(copies: number, all: number): Failure {
	return new Failure(
		'sealing-key-lost',
		`${copies} of ${counted(all, 'key')} ${copies === 1 ? 'is' : 'are'} encrypted with a secret that is not set here: set it as POINTRELEASE_OLD_SECRET, or put its sealing.key back (--leave-unopened gives these keys up)`,
	);
}

/** Never replace the old key file if another process encrypts with a third key by now. */
function refuseOvertaken({ sealKey }: Ledger, target: SealingKey): void {
	if (sealKey !== target.id)
		throw new Failure('rotation-overtaken', `another encryption key (${sealKey}) came into use meanwhile`);
}

/** Replaces the old key file. Called in the last transaction, so that no other rotation can begin meanwhile. */
function settle(settings: Settings, target: SealingKey): void {
	const next = nextKeyFile(settings);
	if (readKeyFile(next)?.id === target.id) replaceKeyFile(next, sealingKeyFile(settings));
}

interface Opened {
	open: number;
	unopenable: number;
	before: number;
}

/** Counts the copies that can be opened, cannot be opened, and have the new key already. Fails if a copy was altered. */
async function openAll({ database, sealingKeys }: Registry, target: string | null): Promise<Opened> {
	const opened: Opened = { open: 0, unopenable: 0, before: 0 };
	for (let after = 0; ; ) {
		const page = await sealedAfter(database, after);
		for (const row of page) {
			if (row.sealKey === target) opened.before++;
			else if (openCopy(row, sealingKeys) === null) opened.unopenable++;
			else opened.open++;
		}
		const last = page.at(-1);
		if (!last) return opened;
		after = last.number;
	}
}

/** Re-encrypts the next copies. Returns the last number that it read, or null at the end. */
async function resealAfter(
	queries: Queries,
	sealingKeys: SealingKeys,
	target: SealingKey,
	after: number,
): Promise<{ resealed: number; last: number | null }> {
	const page = await sealedAfter(queries, after, target.id);
	const rows: Value[] = [];
	for (const row of page) {
		const key = openCopy(row, sealingKeys);
		if (key !== null) rows.push(row.number, seal(key, row.id, target));
	}
	await update(queries, rows, target.id);
	return { resealed: rows.length / 2, last: page.at(-1)?.number ?? null };
}

function sealedAfter(queries: Queries, number: number, except = ''): Promise<SealedRow[]> {
	const text = `SELECT number, id, sealed, seal_key AS "sealKey" FROM licenses
		WHERE number > $1 AND seal_key <> $2 ORDER BY number LIMIT ${copiesPerStep}`;
	return queries.rows<SealedRow>(text, [number, except]);
}

/** The key in a copy, or null if its sealing key is missing. */
function openCopy({ id, sealed, sealKey }: SealedRow, sealingKeys: SealingKeys): string | null {
	const sealing = sealingKeys.find(sealKey);
	if (!sealing) return null;
	const key = unseal(sealed, id, sealing);
	if (key !== null) return key;
	throw new Failure('database-damaged', `the stored key of license ${id} was changed`);
}

/** Writes a page in one statement. `rows` alternates between number and sealed copy. */
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
