import { Failure } from '../process/failure.ts';
import {
	answerShape,
	type JsonSchema,
	namedShape,
	object,
	policyInput,
	policyNames,
	text,
	whole,
} from './schema.ts';
import type { Source } from './source.ts';

const mac = text(
	'a board ID (J293AP, Mac-7BA5B2DFE22DDD8C), model identifier (Mac14,2), number on the case (A2337) or name of a Mac',
);
const version = text('the version it runs, such as 14.7.2; a build (23H311) works too');

const findMac: Tool = {
	name: 'find_mac',
	title: 'Find a Mac, a release or a build',
	description:
		'Finds Macs, system releases and builds by any part of a name, number or identifier, best match first. Use it if another tool does not recognize a name.',
	input: object(
		{
			query: { ...text('words, such as "13-inch MacBook Pro mid 2012", A2337 or Sonoma'), maxLength: 100 },
			limit: whole('maximum number of results (default: 10)', 1, 100),
		},
		['limit'],
	),
	output: answerShape('/search'),
	answer: (source, { query, limit = 10 }) =>
		source.ask(`/search${queryFrom({ q: query, limit }, ['q', 'limit'])}`),
};

const standing: Tool = {
	name: 'standing',
	title: 'Update status of a Mac',
	description:
		'Says whether a Mac on a version is current, behind or unsupported, what a policy requires by when, and how many published fixes it is missing.',
	input: object({ mac, version, ...policyInput }, policyNames),
	output: answerShape('/advice/{board_version}'),
	answer: (source, given) =>
		source.ask(`/advice/${segment(given.mac)}:${segment(given.version)}${queryFrom(given, policyNames)}`),
};

const nextRelease: Tool = {
	name: 'next_release',
	title: 'Next release',
	description:
		'For a Mac and the release it runs: the next release for that Mac and the latest one of the same major version, with dates.',
	input: object({ mac, version: text('a release, such as 14.7.2 or 14.0') }),
	output: namedShape('ProximoRecord'),
	async answer(source, given) {
		// The operation gives the next release only for a version of three components; 14.0 and 14.0.0 are the same.
		const [major = '', minor = '0', patch = '0', ...rest] = String(given.version).split('.');
		const release = [major, minor, patch, ...rest].join('.');
		// The operation takes board IDs only, so a read finds the board of a name first.
		const { board_id } = (await source.ask(`/boards/${segment(given.mac)}`)) as { board_id: string };
		const [record] = (await source.ask(`/items/${segment(board_id)}:${segment(release)}`)) as unknown[];
		return record;
	},
};

/** More would fill the context of an agent. The counts of the answer are those of all. */
const usualMissing = 25;

const exposure: Tool = {
	name: 'exposure',
	title: 'Fixes that a Mac is missing',
	description:
		'Lists published security fixes (CVEs) that later releases of the same major version have and this Mac is missing, known exploited vulnerabilities first. "known" says whether the lists are complete; nothing is known before macOS 11.',
	input: object(
		{
			mac,
			version,
			as_of: policyInput.as_of!,
			limit: whole(`maximum number of CVEs (default: ${usualMissing})`, 0, 5_000),
		},
		['as_of', 'limit'],
	),
	output: answerShape('/exposure/{board_version}'),
	async answer(source, given) {
		const { limit = usualMissing } = given;
		const path = `/exposure/${segment(given.mac)}:${segment(given.version)}${queryFrom(given, ['as_of'])}`;
		const answer = (await source.ask(path)) as { missing: unknown[] };
		return { ...answer, missing: answer.missing.slice(0, Number(limit)) };
	},
};

const releases: Tool = {
	name: 'releases',
	title: 'Releases of a major version, or of a Mac',
	description:
		'Lists releases with dates, builds and how certain the date is: of a major version (14, 10.15, 9.2), or those that one Mac runs.',
	input: object({ major: text('a major version'), mac }, ['major', 'mac']),
	output: object({ releases: { type: 'array', items: itemsOf(answerShape('/releases/{version}')) } }),
	async answer(source, { major, mac }) {
		if ((major === undefined) === (mac === undefined))
			throw new Failure('bad-arguments', 'use either major or mac');
		const path = major === undefined ? `/boards/${segment(mac)}/releases` : `/releases/${segment(major)}`;
		const { releases } = (await source.ask(path)) as { releases: unknown[] };
		return { releases };
	},
};

const macsOfRelease: Tool = {
	name: 'macs_of_release',
	title: 'Macs that run a release',
	description: 'Lists the board IDs of all Macs that run a major version, or the major version of a release.',
	input: object({ version: text('a major version or a release, such as 15 or 10.15.7') }),
	output: answerShape('/items/{version}/board_ids'),
	answer: (source, given) => source.ask(`/items/${segment(given.version)}/board_ids`),
};

function itemsOf(shape: JsonSchema): JsonSchema {
	return (shape.properties as { releases: { items: JsonSchema } }).releases.items;
}

export const tools: readonly Tool[] = [findMac, standing, nextRelease, exposure, releases, macsOfRelease];

/** The arguments of a call, already checked against the input schema. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A question that an agent may ask. Tools only read. */
export interface Tool {
	readonly name: string;
	readonly title: string;
	/** Short and true: an agent chooses tools by it. */
	readonly description: string;
	readonly input: JsonSchema;
	readonly output: JsonSchema;
	answer(source: Source, given: Arguments): Promise<unknown>;
}

/** A segment of a path. */
export function segment(value: unknown): string {
	return encodeURIComponent(String(value));
}

/** The query string of the arguments that are given. */
function queryFrom(given: Arguments, names: readonly string[]): string {
	const query = new URLSearchParams();
	for (const name of names) {
		const value = given[name];
		if (value !== undefined) query.set(name, Array.isArray(value) ? value.join(',') : String(value));
	}
	const text = query.toString();
	return text === '' ? '' : `?${text}`;
}
