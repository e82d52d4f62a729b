import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import type { Database } from '../../database/database.ts';
import { Failure } from '../../process/failure.ts';
import { type Actor, ownActor, writeAudit } from '../audit.ts';
import { changeLicenses } from '../ledger.ts';
import { readId } from '../license.ts';
import { dropWaitingMail } from '../mail/license-mail.ts';
import { readRevoked } from './carried.ts';

export interface Revocation {
	id: string;
	revoked: string;
}

export interface Replay {
	/** How many active licenses were revoked. */
	revoked: number;
	/** How many licenses are not in the database, because they were issued after the backup. */
	unknown: number;
}

/** Reads the revocations in an export of licenses. */
export function readRevocations(text: string): Revocation[] {
	const rows = parseCsv(text);
	const names = rows[0]?.cells.map((cell) => cell.trim().toLowerCase()) ?? [];
	const [id, revoked] = [names.indexOf('id'), names.indexOf('revoked')];
	if (id < 0 || revoked < 0)
		throw new Failure(
			'bad-csv',
			'line 1: expected the columns id and revoked, as "license export" prints them',
		);
	return rows.slice(1).flatMap(({ line, cells, fault }) => {
		try {
			if (fault !== null) throw new Failure('bad-csv', fault);
			if (cells.length === 1 && cells[0]!.trim() === '') return [];
			const moment = readRevoked(cells[revoked] ?? '');
			if (moment === null) return [];
			const name = readId((cells[id] ?? '').trim());
			if (name === null) throw new Failure('bad-csv', 'the column id must hold the ID of a license');
			return [{ id: name, revoked: moment }];
		} catch (thrown) {
			if (thrown instanceof Failure) throw new Failure(thrown.code, `line ${line}: ${thrown.message}`);
			throw thrown;
		}
	});
}

/**
 * Repeats the revocations that were made after a backup, all or none. Licenses that are already revoked do not change.
 * Uses only columns of schema 1, because a restored backup keeps its schema.
 */
export async function replayRevocations(
	database: Database,
	revocations: readonly Revocation[],
	actor: Actor = ownActor,
): Promise<Replay> {
	if (revocations.length === 0) return { revoked: 0, unknown: 0 };
	return changeLicenses(database, async (queries, { change }) => {
		const replay: Replay = { revoked: 0, unknown: 0 };
		for (const { id, revoked } of revocations) {
			const [license] = await queries.rows<{ number: number; revoked: string | null }>(
				'SELECT number, revoked FROM licenses WHERE id = $1',
				[id],
			);
			if (!license) replay.unknown++;
			else if (license.revoked === null) {
				const text = 'UPDATE licenses SET revoked = $1, change = $2 WHERE number = $3';
				await queries.rows(text, [revoked, change, license.number]);
				await dropWaitingMail(queries, id);
				await writeAudit(queries, actor, [
					{ what: 'revoke', license: id, detail: 'replayed after a restore' },
				]);
				replay.revoked++;
			}
		}
		return replay;
	});
}
