import { spreadsheetCell } from '@pointrelease/core/src/text/spreadsheet.ts';
import type { Mac } from '../../fleet/fleet.ts';
import { serialKey } from '../../fleet/merge-files.ts';
import { notInInventory, type OwnedMac } from '../../fleet/report/owned.ts';
import type { Summary } from '../../fleet/report/summary.ts';
import { readOwnedFile } from '../../history/read-files.ts';
import { Failure } from '../../process/failure.ts';
import { connectionNamed, isConnection } from '../../pull/connections-file.ts';
import { pullOwned } from '../../pull/pull.ts';
import type { FleetCall } from './fleet-options.ts';
import { writeReport } from './outputs.ts';
import { connectionsOf, pulling } from './sources.ts';

/** The Macs that --owned names; null without it. A list that is not whole would hide Macs, so it is refused. */
export async function ownedOf(call: FleetCall, asOf: string): Promise<readonly OwnedMac[] | null> {
	const word = call.options.owned;
	if (word === undefined) {
		if (call.options['owned-csv'] !== undefined)
			throw new Failure('bad-arguments', '--owned-csv needs --owned FILE|@NAME');
		return null;
	}
	if (isConnection(word)) {
		const connection = connectionNamed(await connectionsOf(call), word);
		const owned = await pulling(connection, (options) => pullOwned(connection, options));
		if ('reason' in owned)
			throw new Failure('incomplete-pull', `--owned ${word}: ${owned.reason}. Nothing is reported.`);
		return owned;
	}
	return readOwnedFile(word, `--owned ${word}`, asOf);
}

/** The summary with the owned Macs that no inventory has. */
export function withOwned(
	summary: Summary,
	owned: readonly OwnedMac[] | null,
	macs: readonly Mac[],
): Summary {
	if (owned === null) return summary;
	return {
		...summary,
		owned: owned.length,
		// Null if pages are missing, because a Mac may be on one of them.
		not_in_inventory: summary.incomplete ? null : notInInventory(owned, new Set(macs.map(serialKey))),
	};
}

const columns = ['serial', 'model', 'ordered', 'status'] as const;

export function writeOwnedCsv({ options }: FleetCall, { not_in_inventory: absent }: Summary): void {
	const path = options['owned-csv'];
	if (path === undefined) return;
	if (!absent)
		throw new Failure(
			'incomplete-inventory',
			'--owned-csv: the inventory is incomplete, so it does not show which Macs are missing',
		);
	const lines = absent.map((mac) => columns.map((column) => spreadsheetCell(mac[column] ?? '')).join(','));
	writeReport(path, `${[columns.join(','), ...lines].join('\r\n')}\r\n`);
}
