import { readFailureReason } from '../fleet/inventory/cells/evidence-cells.ts';
import { foldColumn, knownColumns } from '../fleet/inventory/columns/known-columns.ts';
import { isRecord } from '../process/json-file.ts';
import type { FurtherMember, FurtherMembers, JsonRecord, Reading } from './kind.ts';
import { textAt } from './record.ts';

/**
 * What a script on the Mac may report in an attribute, under the names that inventories have for it. Other attributes of a
 * record are never read: some hold the secrets of an organization.
 */
const attributeMembers = [
	'safari',
	'update_state',
	'failure_reason',
	'failure_count',
	'last_failure',
	'pending_version',
	'pending_date',
	'declarations',
	'deferral_days',
] as const satisfies readonly FurtherMember[];

/** Names that say nothing of updates. In an export, the cells decide whether they do. */
const commonNames: ReadonlySet<string> = new Set(['state', 'status']);

/** Reads these members from the attributes of a record, by their names. */
export function attributesFrom(attributesOf: (record: JsonRecord) => readonly Attribute[]): FurtherMembers {
	// All members of a record are read in a row.
	let last: { record: JsonRecord; attributes: readonly Attribute[] } | null = null;
	const read = (record: JsonRecord) => {
		if (last?.record !== record) last = { record, attributes: attributesOf(record) };
		return last.attributes;
	};
	const readings = attributeMembers.map((member): [FurtherMember, Reading] => {
		const names = new Set(knownColumns[member].filter((name) => !commonNames.has(name)));
		return [
			member,
			(record) => {
				const value = read(record).find(({ name }) => names.has(foldColumn(name)))?.value ?? null;
				// The text may name a person's home folder, and is stored.
				return member === 'failure_reason' && value !== null ? (readFailureReason(value) ?? null) : value;
			},
		];
	});
	return Object.fromEntries(readings);
}

export interface Attribute {
	readonly name: string;
	readonly value: string | null;
}

/** The attributes in a list of records, by the members that have name and value. Anything else has none. */
export function attributesIn(list: unknown, name: string, value: string): Attribute[] {
	if (!Array.isArray(list)) return [];
	return list.filter(isRecord).map((entry) => {
		const first = Array.isArray(entry[value]) ? { text: (entry[value] as unknown[])[0] } : null;
		return {
			name: textAt(entry, name) ?? '',
			value: first ? textAt(first, 'text') : textAt(entry, value),
		};
	});
}
