import { Fleet } from '../../../src/fleet/fleet.ts';
import { openInventory } from '../../../src/fleet/inventory/open-inventory.ts';
import type { JsonRecord, Kind } from '../../../src/pull/kind.ts';
import { kinds } from '../../../src/pull/kinds.ts';
import { isWithin, pullLimits, refuseExcess } from '../../../src/pull/limits.ts';
import { furtherOf, macOf } from '../../../src/pull/record.ts';
import { appleBusiness, fakeKinds } from '../../pull/fake-kinds.ts';
import { trueMacs } from '../../pull/true-macs.ts';
import { expectSound, type Target } from '../target.ts';
import { catalog, charactersOf, policy, textOf } from './world.ts';

/** The JSON of an answer, within the limits of a pull; anything else is asked for again, and is not read. */
function bodyIn(bytes: Uint8Array): unknown {
	const text = textOf(bytes);
	refuseExcess(text, pullLimits);
	try {
		return JSON.parse(text);
	} catch {
		return null;
	}
}

/** The inventory that a pull writes of the Macs of an answer, read as the report reads it. */
async function report(kind: Kind, records: readonly JsonRecord[]): Promise<number> {
	const macs = records.filter((record) => kind.fields.isMac(record));
	const lines = macs.map((record) => `${JSON.stringify(macOf(record, kind.fields, 'a', ['department']))}\n`);
	if (lines.length === 0) return 0;
	async function* pieces() {
		yield new TextEncoder().encode(lines.join(''));
	}
	const fleet = new Fleet({ catalog: catalog(), policy, staleDays: 30 });
	await fleet.read('@a', await openInventory(pieces(), {}, { anyColumns: true }));
	const { summary } = fleet.end();
	expectSound(summary.rows === macs.length, `${summary.rows} rows of ${macs.length} records`);
	return lines.join('').length + charactersOf(summary);
}

function targetOf(kind: Kind): Target {
	const fake = fakeKinds[kind.name] ?? appleBusiness;
	const page = (count: number) =>
		fake.page({
			rows: trueMacs(count),
			start: 0,
			total: count + 1,
			size: count,
			origin: 'https://a',
			countsPages: false,
		});
	return {
		name: `pull-${kind.name}`,
		async read(bytes) {
			const body = bodyIn(bytes);
			const { rows, total, next } = kind.pager.read(body);
			const records = rows.filter((record) => isWithin(record, pullLimits.recordCharacters));
			expectSound(total === null || (Number.isSafeInteger(total) && total >= 0), `the total ${total}`);
			let characters = next?.length ?? 0;
			if (kind.owned) characters += charactersOf(records.map((record) => kind.owned!(record)));
			else characters += await report(kind, records);
			for (const { members } of kind.furtherLists ?? [])
				characters += charactersOf(records.map((record) => furtherOf(record, members)));
			return characters;
		},
		seeds: () => [JSON.stringify(page(1)), JSON.stringify(page(2))],
	};
}

export const targets: readonly Target[] = [...kinds.values()].map(targetOf);
