import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noPolicy, type Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import { Fleet } from '../../src/fleet/fleet.ts';
import type { Exceptions } from '../../src/fleet/history/exception.ts';
import type { Inventory } from '../../src/fleet/inventory/inventory.ts';
import { openInventory } from '../../src/fleet/inventory/open-inventory.ts';
import { shipped } from '../shipped-data.ts';

export const asOf = '2026-11-16';
export const inventories = join(import.meta.dir, 'inventories');

export async function* inPieces(bytes: Uint8Array, size = 700): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

export function open(input: string | Uint8Array): Promise<Inventory> {
	return openInventory(inPieces(typeof input === 'string' ? new TextEncoder().encode(input) : input));
}

/** Every Mac of an inventory, and the summary. */
export async function fleetOf(
	input: string | Uint8Array,
	policy: Policy = noPolicy(asOf),
	exceptions: Exceptions | null = null,
) {
	const fleet = new Fleet({ catalog: shipped, policy, staleDays: 30, exceptions });
	const inventory = await open(input);
	await fleet.read('a file', inventory);
	return { inventory, ...fleet.end() };
}

export function fixture(file: string): Uint8Array {
	return readFileSync(join(inventories, file));
}
