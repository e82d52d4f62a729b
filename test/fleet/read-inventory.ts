import type { Field } from '../../src/fleet/inventory/columns/field.ts';
import type { GivenColumns } from '../../src/fleet/inventory/columns/recognise.ts';
import { openInventory } from '../../src/fleet/inventory/open-inventory.ts';
import { Failure } from '../../src/process/failure.ts';
import { inPieces } from './fleet-of.ts';

export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Opens an inventory and reads some fields of its rows; of a row with a problem, only the problem. */
export async function readInventory(
	input: string | Uint8Array,
	given: GivenColumns = {},
	wanted: Field[] = ['name', 'model', 'version'],
) {
	const bytes = typeof input === 'string' ? utf8(input) : input;
	const inventory = await openInventory(inPieces(bytes), given);
	const rows: (string | null)[][] = [];
	await inventory.read((row) =>
		rows.push(row.problem ? [row.problem] : wanted.map((field) => row.text(field))),
	);
	return { ...inventory, rows };
}

/** The message of the `Failure` that an inventory is refused with. */
export async function failureOf(input: string | Uint8Array, given: GivenColumns = {}): Promise<string> {
	try {
		await readInventory(input, given);
	} catch (thrown) {
		if (thrown instanceof Failure) return thrown.message;
		throw thrown;
	}
	throw new Error('it was read');
}
