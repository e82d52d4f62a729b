/**
 * `bun test/enforce/golden.ts` writes the golden files again. Review the diff against the tables before you commit it.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { type EnforcementFormat, formatNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { shipped } from '../shipped-data.ts';
import { enforcementFiles } from './enforcement-files.ts';
import { namedPolicy } from './policies.ts';

/** Every policy and format that has a golden file. */
export const goldenCases = ['standard', 'newest', 'careful'].flatMap((policy) =>
	formatNames.map((format) => [policy, format] as const),
);

export function goldenFile(policy: string, format: EnforcementFormat): URL {
	return new URL(`golden/${policy}.${format}.txt`, import.meta.url);
}

/** Files that only repeat others; a separate test reads them. */
const repeated = /^(?:labels|policies|controls)\.yml$/;

/**
 * The files of a policy in a format as one text. The version of the data is removed, because every new fact changes
 * it.
 */
export function goldenText(catalog: Catalog, policy: string, format: EnforcementFormat): string {
	const files = enforcementFiles(catalog, namedPolicy(policy), format);
	const unrepeated = files.filter(({ name }, at) => !repeated.test(name) && (format !== 'ddm' || at === 0));
	const text = unrepeated.map(({ name, body }) => `===== ${name}\n${body}`).join('');
	return shortened(text.replaceAll(catalog.dataVersion, 'DATA-VERSION'));
}

/**
 * Shortens long lists of models, boards and versions to their ends, length and digest: they would be most of the
 * file.
 */
function shortened(text: string): string {
	return [
		/(?:^ +"[^"\n]*",\n){4,} +"[^"\n]*"\n/gm,
		/(?:'[^'\n]*', ){4,}'[^'\n]*'/g,
		/(?:\(\d[^()]*\), ){4,}\(\d[^()]*\)/g,
	].reduce((whole, list) => whole.replaceAll(list, shortList), text);
}

function shortList(list: string): string {
	const items = list.trim().split(/,\n *|(?<=['")]), /);
	const digest = createHash('sha256').update(list).digest('hex').slice(0, 8);
	const [indent = ''] = /^ */.exec(list)!;
	return `${indent}${items[0]} ... ${items.at(-1)} (${items.length}, ${digest})${list.endsWith('\n') ? '\n' : ''}`;
}

if (import.meta.main) {
	for (const [policy, format] of goldenCases)
		writeFileSync(goldenFile(policy, format), goldenText(shipped, policy, format));
}
