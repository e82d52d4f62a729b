import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { day, dayOfFacts, searchTerms } from '@pointrelease/core/src/api/parameters.ts';
import { type Shapes, shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { compareText } from '@pointrelease/core/src/catalog/identifier.ts';
import * as z from 'zod';
import { Failure } from '../process/failure.ts';
import { policyInput, policyNames } from './policy-input.ts';
import { macSegment, optionalText, queryFrom, segment, type Tool, text, whole } from './tool.ts';

const mac = text(
	'a board ID (J293AP, Mac-7BA5B2DFE22DDD8C), model identifier (Mac14,2), number on the case (A2337) or name of a Mac',
);
const version = text('the version it runs, such as 14.7.2; a build (23H311) works too');

const safari = {
	safari: optionalText(
		'the version of Safari that it has, such as 26.6.1: it decides fixes that reach older major versions by Safari alone',
	),
};

const findMac: Tool = {
	name: 'find_mac',
	title: 'Find a Mac, a release or a build',
	description:
		'Finds Macs, system releases and builds by any part of a name, number or identifier, best match first. Each result has a verdict on what was asked, such as "No: its last is 13.7.8" for "can my iMac 2017 run macOS 15". Use it for whether Macs run a version, and if another tool does not recognize a name.',
	input: {
		query: text(
			'words, such as "13-inch MacBook Pro mid 2012", A2337 or Sonoma',
			searchTerms.q.schema.maxLength,
		),
		limit: whole('maximum number of results (default: 10)', 1, searchTerms.limit.schema.maximum),
	},
	output: shapes.SearchResults,
	answer: (source, { query, limit = 10 }) =>
		source.ask(`/search${queryFrom({ q: query, limit }, ['q', 'limit'])}`),
};

const macEnd = {
	mac_last_major: shapes.Board.shape.last_major,
	mac_ended_on: shapes.Board.shape.ended_on,
	mac_estimated_end: shapes.Board.shape.estimated_end,
};

const standing: Tool = {
	name: 'standing',
	title: 'Update status of a Mac',
	description: `Says whether a Mac on a version is ${verdictWords.current}, ${verdictWords.behind} or ${verdictWords.unsupported}, what a policy requires by when, how many published fixes it is missing, and until when this Mac gets updates (mac_estimated_end; estimated_end is that of the installed major version).`,
	input: { mac, version, ...safari, ...policyInput },
	output: shapes.Advice.extend(macEnd),
	async answer(source, input) {
		const path = `/advice/${macSegment(input)}${queryFrom(input, [...policyNames, 'safari'])}`;
		const advice = (await source.ask(path)) as Shapes['Advice'];
		const board = (await source.ask(`/boards/${segment(advice.board_id)}`)) as Shapes['Board'];
		return {
			...advice,
			mac_last_major: board.last_major,
			mac_ended_on: board.ended_on,
			mac_estimated_end: board.estimated_end,
		};
	},
};

const aboutMac: Tool = {
	name: 'about_mac',
	title: 'Facts about a Mac',
	description:
		'Says what a Mac is called, which major versions it runs with the latest release of each, and until when it gets updates. Needs no version.',
	input: { mac, ...dayOfFacts },
	output: shapes.Board,
	answer: (source, input) => source.ask(`/boards/${segment(input.mac)}${queryFrom(input, ['as_of'])}`),
};

const nextRelease: Tool = {
	name: 'next_release',
	title: 'Next release',
	description:
		'For a Mac and the release it runs: the next release for that Mac and the latest one of the same major version, with dates.',
	input: { mac, version },
	output: shapes.ProximoRecord,
	async answer(source, input) {
		// The operation takes only board IDs and plain numbers. A read understands names, builds and `macOS 14.7.2`.
		const mac = (await source.ask(`/advice/${macSegment(input)}`)) as Shapes['Advice'];
		const [major, minor, patch = '0', ...rest] = mac.version.split('.');
		if (minor === undefined && mac.latest_version !== null)
			throw new Failure(
				'bad-arguments',
				`${mac.version} is a major version: use the release that the Mac runs, such as ${mac.latest_version}`,
			);
		// It gives the next release only for a version of three components; 14.0 and 14.0.0 are the same.
		const release = [major, minor ?? '0', patch, ...rest].join('.');
		const [record] = (await source.ask(`/items/${segment(mac.board_id)}:${segment(release)}`)) as unknown[];
		return record;
	},
};

/** A default that does not fill the context of an agent. Counts always include all fixes. */
const usualMissing = 25;
const mostMissing = 100;

const exposure: Tool = {
	name: 'exposure',
	title: 'Fixes that a Mac is missing',
	description:
		'Lists published security fixes (CVEs) that later releases of the same major version have and this Mac is missing, known exploited vulnerabilities first. "known" says whether the lists are complete; nothing is known before macOS 11.',
	input: {
		mac,
		version,
		...safari,
		...day,
		limit: whole(`maximum number of CVEs (default: ${usualMissing})`, 0, mostMissing),
	},
	output: shapes.Exposure,
	async answer(source, input) {
		const { limit = usualMissing } = input;
		const path = `/exposure/${macSegment(input)}${queryFrom(input, ['as_of', 'safari'])}`;
		const answer = (await source.ask(path)) as Shapes['Exposure'];
		return { ...answer, missing: answer.missing.slice(0, Number(limit)) };
	},
};

const cve: Tool = {
	name: 'cve',
	title: 'A CVE, or a CVE on a Mac',
	description:
		"Says in which releases a CVE is fixed, what it may lead to in Apple's words (impact; Apple names no component) and what is known of each major version or, with a Mac and its version, whether that Mac has the fix (state: fixed, missing, not-stated, unknown) and which release or Safari (install_safari) to install. If not_stated_because is safari-not-reported, ask again with safari.",
	input: {
		cve: text('such as CVE-2025-43300'),
		mac: optionalText(mac.description),
		version: optionalText(version.description),
		...safari,
		...day,
	},
	output: z.looseObject({ cve_id: shapes.Cve.shape.cve_id, as_of: shapes.Cve.shape.as_of }),
	answer(source, input) {
		if ((input.mac === undefined) !== (input.version === undefined))
			throw new Failure('bad-arguments', 'use mac and version together');
		if (input.safari !== undefined && input.mac === undefined)
			throw new Failure('bad-arguments', 'use safari together with mac and version');
		const onMac = input.mac === undefined ? '' : `/${macSegment(input)}`;
		return source.ask(`/cves/${segment(input.cve)}${onMac}${queryFrom(input, ['as_of', 'safari'])}`);
	},
};

/** A default: each release takes a kilobyte. */
const usualReleases = 15;
const mostReleases = 100;

const releases: Tool = {
	name: 'releases',
	title: 'Releases of a major version, or of a Mac',
	description:
		'Lists releases, newest first, with dates, builds and how certain the date is: of a major version (14, Sequoia, 10.15, 9.2), or those that one Mac runs. "rest" counts those beyond the limit.',
	input: {
		major: optionalText('a major version by number or name'),
		mac: optionalText(mac.description),
		limit: whole(`maximum number of releases (default: ${usualReleases})`, 1, mostReleases),
		...dayOfFacts,
	},
	output: z.strictObject({ releases: z.array(shapes.Release), count: z.int(), rest: z.int() }),
	async answer(source, { major, mac, limit = usualReleases, ...input }) {
		if ((major === undefined) === (mac === undefined))
			throw new Failure('bad-arguments', 'use either major or mac');
		const path = major === undefined ? `/boards/${segment(mac)}/releases` : `/releases/${segment(major)}`;
		const answer = (await source.ask(path + queryFrom(input, ['as_of']))) as Shapes['BoardReleases'];
		const { length } = answer.releases;
		return {
			releases: answer.releases.toReversed().slice(0, Number(limit)),
			count: length,
			rest: Math.max(0, length - Number(limit)),
		};
	},
};

const usualMacs = 100;
const mostMacs = 400;

const macsOfRelease: Tool = {
	name: 'macs_of_release',
	title: 'Macs that run a major version',
	description:
		'Lists the Macs that run a major version, or the major version of a release, by name. With "but_not" only those that do not run another one: version 26 but_not 27 are the Macs that lose support with 27. "rest" counts those beyond the limit.',
	input: {
		version: text('a major version by number or name, or a release, such as 15, Sequoia or 10.15.7'),
		but_not: optionalText('another major version, by number or name'),
		limit: whole(`maximum number of Macs (default: ${usualMacs})`, 1, mostMacs),
		...dayOfFacts,
	},
	output: z.strictObject({
		...shapes.CompatibilityRecord.shape,
		// The operation lists at least one board; with "but_not" there may be none.
		compatible_board_ids: z.array(z.string()),
		count: z.int(),
		but_not: z.string().nullable(),
		macs: z.array(
			z.strictObject({
				...shapes.Board.pick({ name: true, board_ids: true, model_identifiers: true, introduced: true })
					.shape,
				last_major: shapes.Board.shape.latest_major,
			}),
		),
		mac_count: z.int(),
		rest: z.int(),
	}),
	async answer(source, { version, but_not, limit = usualMacs, ...input }) {
		const day = queryFrom(input, ['as_of']);
		const majorOf = async (name: unknown) =>
			((await source.ask(`/releases/${segment(name)}${day}`)) as { major: string }).major;
		const major = await majorOf(version);
		const other = but_not === undefined ? null : await majorOf(but_not);
		const { boards } = (await source.ask(`/boards${day}`)) as Shapes['BoardList'];
		const macs = boards.filter(
			({ majors }) => majors.includes(major) && (other === null || !majors.includes(other)),
		);
		const ids = macs.flatMap(({ board_ids }) => board_ids).sort();
		const newestFirst = macs.toSorted((a, b) => compareText(b.introduced ?? '', a.introduced ?? ''));
		return {
			os_version: version,
			major_version: major,
			compatible_board_ids: ids,
			count: ids.length,
			but_not: other,
			macs: newestFirst
				.slice(0, Number(limit))
				.map(({ name, board_ids, model_identifiers, introduced, latest_major }) => ({
					name,
					board_ids,
					model_identifiers,
					introduced,
					last_major: latest_major,
				})),
			mac_count: macs.length,
			rest: Math.max(0, macs.length - Number(limit)),
		};
	},
};

export const tools: readonly Tool[] = [
	findMac,
	aboutMac,
	standing,
	nextRelease,
	exposure,
	cve,
	releases,
	macsOfRelease,
];
