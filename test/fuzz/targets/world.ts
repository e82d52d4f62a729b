import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { loadCatalog } from '../../../src/data/load.ts';

/** The project: in a bundle, the variable says where it is. */
const project = process.env.FUZZ_PROJECT ?? new URL('../../..', import.meta.url).pathname;

let loaded: Catalog | undefined;

/** The frozen tables, read when they are asked for first. */
export function catalog(): Catalog {
	loaded ??= loadCatalog(join(project, 'test/world'));
	return loaded;
}

export const asOf = '2026-11-19';
export const seenAt = '2026-11-19T12:00:00Z';

/** A policy with deadlines, so that Macs are late. */
export const policy = policyOf(asOf, builtInPolicies.get('n-1')!.terms, 'n-1');

/** The first bytes of the files of a folder that other tests read. */
export function filesOf(folder: string, isWanted: (name: string) => boolean, most = 4096): Uint8Array[] {
	return readdirSync(join(project, folder))
		.filter(isWanted)
		.toSorted()
		.map((name) => Uint8Array.from(readFileSync(join(project, folder, name)).subarray(0, most)));
}

export function textOf(bytes: Uint8Array): string {
	return new TextDecoder().decode(bytes);
}

/** The characters of a value as JSON. */
export function charactersOf(value: unknown): number {
	return JSON.stringify(value)?.length ?? 0;
}
