import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { policiesSchema } from '../../src/settings/policies-definition.ts';

/**
 * Writes the tables of members in the documents from the definitions of the files. `npm run settings` runs it. A table
 * stands between `<!-- members: NAME -->` and `<!-- end -->`.
 */
interface Part {
	readonly description?: string;
	readonly default?: unknown;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly properties?: Readonly<Record<string, Part>>;
	readonly required?: readonly string[];
	readonly additionalProperties?: Part | boolean;
}

const docs = join(import.meta.dir, '../../docs');
const inner = (part: Part | undefined) => part?.additionalProperties as Part;
const memberOf = (part: object, name: string) => (part as Part).properties?.[name];

/** The part of a definition that each table is about, by the document that has it. */
export const memberTables: Readonly<Record<string, Readonly<Record<string, () => Part>>>> = {
	'policies.md': { policies: () => inner(memberOf(policiesSchema(), 'policies')) },
};

/** A document with its tables as the definitions have them. */
export function withMemberTables(document: string): string {
	const text = readFileSync(join(docs, document), 'utf8');
	return text.replaceAll(
		/(<!-- members: (\w+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
		(_, head: string, name: string) => {
			return `${head}${tableOf(memberTables[document]![name]!())}`;
		},
	);
}

function tableOf({ properties = {}, required = [] }: Part): string {
	const rows = Object.entries(properties)
		.filter(([name]) => name !== '$schema')
		.map(([name, { description, default: usual, minimum, maximum }]) => {
			const bounds = minimum === undefined || maximum === undefined ? '' : `, ${minimum} to ${maximum}`;
			return `| \`${name}\` | ${required.includes(name) ? 'required' : usualWords(usual)} | ${description}${bounds} |\n`;
		});
	return ['| member | default | meaning |\n', '|---|---|---|\n', ...rows].join('');
}

function usualWords(usual: unknown): string {
	if (usual === undefined || usual === null || (Array.isArray(usual) && usual.length === 0)) return 'none';
	return `\`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\``;
}

if (import.meta.main)
	for (const document of Object.keys(memberTables))
		writeFileSync(join(docs, document), withMemberTables(document));
