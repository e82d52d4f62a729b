import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestSchema } from '../../src/history/manifest-definition.ts';
import { productsSchema } from '../../src/licenses/orders/products-definition.ts';
import { connectionsSchema } from '../../src/pull/connections-definition.ts';
import { policiesSchema } from '../../src/settings/policies-definition.ts';
import { watchSchema } from '../../src/watch/watch-definition.ts';

/**
 * Writes the tables of members in the documents from the definitions of the files. `npm run settings` runs it. A table
 * stands between `<!-- members: NAME -->` and `<!-- end -->`.
 */
interface Part {
	readonly title?: string;
	readonly description?: string;
	readonly default?: unknown;
	readonly const?: unknown;
	readonly enum?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly properties?: Readonly<Record<string, Part>>;
	readonly required?: readonly string[];
	readonly dependentSchemas?: Readonly<Record<string, Part>>;
	readonly additionalProperties?: Part | boolean;
	readonly items?: Part;
	readonly anyOf?: readonly Part[];
	readonly oneOf?: readonly Part[];
}

const docs = join(import.meta.dir, '../../docs');
const inner = (part: Part | undefined) => part?.additionalProperties as Part;
const memberOf = (part: object, name: string) => (part as Part).properties?.[name];
const itemsOf = (part: object, name: string) => memberOf(part, name)!.items!;
const channels = () => inner(memberOf(watchSchema(), 'channels'));
const connections = () => inner(memberOf(connectionsSchema(), 'connections'));

/** The tables of each document, in order. */
export const memberTables: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
	'policies.md': { policies: () => tableOf(inner(memberOf(policiesSchema(), 'policies'))) },
	'evidence.md': {
		manifest: () => tableOf(manifestSchema()),
		exports: () => tableOf(itemsOf(manifestSchema(), 'exports')),
		erased: () => tableOf(itemsOf(manifestSchema(), 'erased')),
	},
	'selling.md': { products: () => tableOf(inner(memberOf(productsSchema(), 'stripe'))) },
	'watch.md': {
		watch: () => tableOf(watchSchema()),
		kinds: () => kindTable(channels(), 'notes', ({ description }) => description!),
		channel: () => tableOf(commonPart(channels())),
	},
	'connections.md': {
		kinds: () => kindTable(connections(), 'service', ({ title }) => title!),
		connection: () => tableOf(commonPart(connections())),
	},
};

/** A document with its tables as the definitions have them. */
export function withMemberTables(document: string): string {
	const text = readFileSync(join(docs, document), 'utf8');
	return text.replaceAll(
		/(<!-- members: (\w+) -->\n)[\s\S]*?(?=<!-- end -->)/g,
		(_, head: string, name: string) => `${head}${memberTables[document]![name]!()}`,
	);
}

/** Without a column of defaults if every member is required. */
function tableOf(part: Part): string {
	const members = Object.keys(part.properties!);
	const rows = rowsOf(part);
	if (members.every((name) => part.required?.includes(name)))
		return [
			'| member | meaning |\n',
			'|---|---|\n',
			...rows.map((row) => row.replace(' | required | ', ' | ')),
		].join('');
	return ['| member | default | meaning |\n', '|---|---|---|\n', ...rows].join('');
}

/** A row for each member. */
function rowsOf({ properties = {}, required = [], dependentSchemas = {} }: Part): string[] {
	return membersIn(properties).map(([name, { anyOf, ...rest }]) => {
		const part: Part = { ...anyOf?.[0], ...rest };
		const { default: usual, minimum, maximum } = part;
		const value = required.includes(name) ? 'required' : usualWords(usual);
		const notes = [
			...(minimum === undefined || maximum === undefined || maximum > 1e15
				? []
				: [`${minimum} to ${maximum}`]),
			...needsOf(dependentSchemas[name]),
		];
		const more = notes.length > 0 ? ` (${notes.join(', ')})` : '';
		return `| \`${name}\` | ${value} | ${plain(part.description)}${more}${anyOf ? '' : membersOf(part)} |\n`;
	});
}

/** The members of which a member needs one. */
function needsOf(part: Part | undefined): string[] {
	const names = part?.anyOf?.flatMap(({ required = [] }) => required) ?? [];
	return names.length === 0 ? [] : [`needs ${names.map((name) => `\`${name}\``).join(' or ')}`];
}

/** The members of an object in a member, as a list. */
function membersOf({ properties = {}, required = [] }: Part): string {
	const members = membersIn(properties).map(([name, { description }]) => {
		const word = required.includes(name) ? '' : ' (optional)';
		return `\`${name}\`${word} ${plain(description)}`;
	});
	return members.length > 0 ? `: ${members.join('; ')}` : '';
}

function membersIn(properties: Readonly<Record<string, Part>>): [string, Part][] {
	return Object.entries(properties).filter(([name]) => name !== '$schema');
}

/** What only the reader knows is of use to a program that has the schema alone. */
function plain(description = ''): string {
	return description.replace(/ ?\(only the reader knows [^)]*\)/, '');
}

function usualWords(usual: unknown): string {
	const isEmpty = typeof usual === 'object' && Object.keys(usual ?? {}).length === 0;
	if (usual === undefined || isEmpty) return 'none';
	return `\`${typeof usual === 'string' ? usual : JSON.stringify(usual)}\``;
}

/** The members that every kind of entry has, besides `kind`. None of them needs to be the same: the least strict one counts. */
function commonPart({ oneOf = [] }: Part): Part {
	const all = oneOf.map(({ properties = {} }) => properties);
	const names = Object.keys(all[0]!).filter((name) => name !== 'kind' && all.every((one) => name in one));
	return { properties: Object.fromEntries(names.map((name) => [name, all[0]![name]!])) };
}

/** A row for each kind of entry, with the members that are its own. */
function kindTable(part: Part, head: string, notes: (kind: Part) => string): string {
	const common = Object.keys(commonPart(part).properties!);
	const rows = part.oneOf!.map((kind) => {
		const { properties = {}, required = [] } = kind;
		const own = membersIn(properties).filter(([name]) => name !== 'kind' && !common.includes(name));
		const members = own.map(([name, { enum: values }]) => {
			const words = [
				...(required.includes(name) ? [] : ['optional']),
				...(values ? [values.map((value) => `\`${value}\``).join(', ')] : []),
			];
			return `\`${name}\`${words.length > 0 ? ` (${words.join(': ')})` : ''}`;
		});
		return `| \`${properties.kind!.const}\` | ${members.join(', ')} | ${notes(kind)} |\n`;
	});
	return [`| \`kind\` | its members | ${head} |\n`, '|---|---|---|\n', ...rows].join('');
}

if (import.meta.main)
	for (const document of Object.keys(memberTables))
		writeFileSync(join(docs, document), withMemberTables(document));
