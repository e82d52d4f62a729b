import { isResponseShaped } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import {
	type BoardsOfBuild,
	isSettled,
	isWhole,
	isWholeForSome,
	type Memory,
	type Observation,
	type Reading,
	type Remembered,
	type Span,
} from '../observation.ts';
import { identify } from './listed-boards.ts';
import { rememberAbsent } from './pulled.ts';
import { isRenamed, lostFromResponse } from './response-fixes.ts';
import { lostFrom } from './security-lists.ts';

/**
 * Adds what the vendor lists now to what it listed before. Only known releases and boards are remembered: nothing else can be
 * missed, and a feed with new names at every poll must not fill the database.
 */
export function remember(memory: Memory, reading: Reading, catalog: Catalog, now: Date): Memory {
	const result: Record<string, Remembered> = {};
	const moment = now.toISOString();
	const listed = new Set(reading.observations.map(({ version }) => version));
	for (const [version, before] of Object.entries(memory)) {
		if (!catalog.releases.has(version)) continue;
		const boards = before.boards.filter((id) => identify(catalog, id).kind === 'known');
		const isGone = !listed.has(version) && isWholeForSome(reading, version, boards);
		result[version] = {
			boards,
			expires: before.expires,
			listed: isGone ? null : (before.listed ?? null),
			missing: isGone ? extended(before.missing, moment) : (before.missing ?? null),
			without: before.without,
			back: before.back,
			builds: before.builds,
			absent: before.absent,
		};
	}
	for (const [version, entries] of Map.groupBy(reading.observations, (entry) => entry.version)) {
		const before = result[version] ?? memory[version];
		const boards = result[version]?.boards ?? [];
		const expires = [result[version]?.expires ?? '', ...entries.map((entry) => entry.expires ?? '')];
		result[version] = {
			expires: expires.sort().at(-1) || null,
			listed: extended(before?.listed, moment),
			missing: null,
			...boardsAfter(before, { boards, entries, moment, isWhole: isWhole(reading, version) }),
			builds: buildsAfter(result[version]?.builds, { version, entries, reading, catalog, moment }),
		};
	}
	for (const [build, span] of Object.entries(responsesAfter(memory, reading, catalog, moment)))
		result[build] = span;
	rememberAbsent(memory, result, { reading, catalog, now });
	return result;
}

/** The boards of each build of a version that is listed now. Of those before, only known builds are remembered. */
function buildsAfter(
	before: Remembered['builds'] = {},
	{
		version,
		entries,
		reading,
		catalog,
		moment,
	}: {
		version: string;
		entries: readonly Observation[];
		reading: Reading;
		catalog: Catalog;
		moment: string;
	},
): Remembered['builds'] {
	const known = Object.keys(before).filter((build) => catalog.builds.get(build)?.version === version);
	const builds = new Set([...known, ...entries.flatMap((entry) => entry.builds)]);
	return Object.fromEntries(
		[...builds].map((build) => [
			build,
			boardsAfter(before[build], {
				boards: before[build]?.boards ?? [],
				entries: entries.filter((entry) => entry.builds.includes(build)),
				moment,
				isWhole: isWhole(reading, version),
			}),
		]),
	);
}

/** The same for security responses, by their build. A document without the member says nothing. */
function responsesAfter(memory: Memory, reading: Reading, catalog: Catalog, moment: string): Memory {
	const responses = Object.entries(memory).filter(
		([build]) => isResponseShaped(build) && catalog.builds.has(build),
	);
	if (!reading.responses || reading.observations.length === 0) return Object.fromEntries(responses);
	const isWhole = reading.allResponses === true;
	const listed = Map.groupBy(reading.responses, (entry) => entry.build);
	// A build with another letter or release is not the response that was listed.
	for (const [build, entries] of listed) if (isRenamed(catalog, build, entries)) listed.delete(build);
	const goneResponses = responses.filter(([build]) => !listed.has(build));
	return Object.fromEntries([
		...goneResponses.map(([build, before]) => [
			build,
			isWhole ? { ...before, listed: null, missing: extended(before.missing, moment) } : before,
		]),
		...[...listed].map(([build, entries]) => {
			const before = memory[build];
			const boards = (catalog.builds.has(build) ? (before?.boards ?? []) : []).filter(
				(id) => identify(catalog, id).kind === 'known',
			);
			const boardMemory = boardsAfter(before, { boards, entries, moment, isWhole });
			const { expires } = entries[0]!;
			return [build, { expires, listed: extended(before?.listed, moment), missing: null, ...boardMemory }];
		}),
	]);
}

/** The boards that were ever listed, and since when some are gone or back. */
function boardsAfter(
	before: BoardsOfBuild | undefined,
	{
		boards: everListed,
		entries,
		moment,
		isWhole,
	}: {
		boards: readonly string[];
		entries: readonly { readonly boards: readonly string[] | null }[];
		moment: string;
		isWhole: boolean;
	},
): Pick<Remembered, 'boards' | 'without' | 'back'> {
	const listed = new Set(entries.flatMap((entry) => entry.boards ?? []));
	const lost = everListed.filter((id) => !listed.has(id));
	const { without = {}, back = {} } = before ?? {};
	const returned = [...listed].filter((id) => without[id] || (back[id] && !isSettled(back[id])));
	return {
		boards: [...new Set([...everListed, ...listed])].sort(),
		without: isWhole ? spansOf(lost, without, moment) : before?.without,
		back: spansOf(returned, back, moment),
	};
}

/** Which CVEs the lists of releases and responses have lost, and since when. */
export function rememberLists(memory: Memory, reading: Reading, catalog: Catalog, now: Date): Memory {
	const moment = now.toISOString();
	const lost = [
		...(reading.lists ?? []).map((list) => [list.version, lostFrom(catalog, list)] as const),
		...(reading.responses ?? []).map(
			(response) => [response.build, lostFromResponse(catalog, response)] as const,
		),
	];
	return Object.fromEntries(
		lost.flatMap(([name, cves]) => {
			const without = spansOf(cves, memory[name]?.without, moment);
			return without ? [[name, { boards: [], expires: null, without }]] : [];
		}),
	);
}

/** Undefined if nothing is lost, which is the usual case. */
function spansOf(
	lost: readonly string[],
	before: Remembered['without'],
	moment: string,
): Remembered['without'] {
	if (lost.length === 0) return undefined;
	return Object.fromEntries(lost.map((id) => [id, extended(before?.[id], moment)]));
}

/** The span up to this poll. A start in the future came from a wrong clock: the span starts again. */
function extended(span: Span | null | undefined, moment: string): Span {
	return { from: span && span.from <= moment ? span.from : moment, to: moment };
}
