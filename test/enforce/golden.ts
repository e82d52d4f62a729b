/** `bun test/enforce/golden.ts` writes the golden files anew; review the diff against the tables before it is kept. */
import { writeFileSync } from 'node:fs';
import type { Catalog } from '../../src/catalog/catalog.ts';
import {
	type EnforcementFormat,
	enforcementFiles,
	formatNames,
} from '../../src/integrations/enforce/enforce.ts';
import { shipped } from '../shipped-data.ts';
import { namedPolicy } from './policies.ts';

/** Every policy and format that has a golden file. */
export const goldenCases = ['standard', 'newest', 'careful'].flatMap((policy) =>
	formatNames.map((format) => [policy, format] as const),
);

export function goldenFile(policy: string, format: EnforcementFormat): URL {
	return new URL(`golden/${policy}.${format}.txt`, import.meta.url);
}

/** All files of a policy in a format as one text, without the version of the data, which any fact changes. */
export function goldenText(catalog: Catalog, policy: string, format: EnforcementFormat): string {
	const files = enforcementFiles(catalog, namedPolicy(policy), format);
	const text = files.map(({ name, body }) => `===== ${name}\n${body}`).join('');
	return text.replaceAll(catalog.dataVersion, 'DATA-VERSION');
}

if (import.meta.main) {
	for (const [policy, format] of goldenCases)
		writeFileSync(goldenFile(policy, format), goldenText(shipped, policy, format));
}
