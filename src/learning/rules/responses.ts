import { isResponseShaped, parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import type { Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { isResponse } from '@pointrelease/core/src/catalog/security-response.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, factsOf } from '../facts/fact.ts';
import { isSettled, isShort, isSteady, type Remembered, type ResponseSeen } from '../observation.ts';
import { quarantined, type Reason } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsMeant, idsMeant, returning } from './listed-boards.ts';
import {
	fixesOfShipped,
	isNamed,
	isOfAnotherTime,
	isRenamed,
	lostFixes,
	shippedMissing,
	tooMany,
} from './response-fixes.ts';

/** Most new responses in one document. At most two ever came at once. */
const mostAtOnce = 6;
/** Most letters from one response of a build to the next. The vendor skipped one once. */
const longestStep = 3;
/** A response that the vendor drops within these days was withdrawn; later it is merely old. */
const withdrawnWithin = 30 * millisecondsOfDay;

/**
 * Learns security responses as carefully as releases: from the vendor's list, for the listed Macs that run the release. Implausible ones
 * are held for review. SOFA copies the list, so it confirms nothing, but it says what responses fix. `learnt` has the facts of this
 * poll so far.
 */
export function learnResponses(evidence: Evidence, learnt: readonly Fact[] = []): Lessons {
	const { shipped, catalog, readings, facts } = evidence;
	const [vendor, copies] = [readings.apple?.responses ?? [], readings.sofa?.responses ?? []];
	const lessons = noLessons();
	const isShipped = (build: string) => shipped.builds.has(build);
	const entriesOfBuild = Map.groupBy(
		[...vendor, ...copies].filter(({ build }) => !isShipped(build)),
		({ build }) => build,
	);
	const fresh = [...entriesOfBuild.keys()].filter((build) => !catalog.builds.has(build));
	if (fresh.length > mostAtOnce) {
		const detail = `${fresh.length} security responses are new at once`;
		const { feed } = entriesOfBuild.get(fresh[0]!)![0]!;
		lessons.items.push(quarantined('too-many', { feed, subject: 'responses', detail, facts: [] }));
	}
	for (const [build, shown] of entriesOfBuild) {
		if (!catalog.builds.has(build) && fresh.length > mostAtOnce) continue;
		const ofBuild = decide(evidence, shown, [...learnt, ...lessons.facts]);
		lessons.facts.push(...ofBuild.facts);
		lessons.items.push(...ofBuild.items);
		lessons.retracted.push(...ofBuild.retracted);
	}
	const added = fixesOfShipped(evidence, copies);
	lessons.facts.push(...added.facts);
	lessons.items.push(...added.items);
	lessons.retracted.push(...added.retracted);
	const stored = new Set(facts.filter(({ kind }) => kind === 'response').map(({ subject }) => subject));
	for (const build of stored) {
		if (isShipped(build)) continue;
		const ofMissing = decideMissing(evidence, build, entriesOfBuild.get(build) ?? []);
		lessons.facts.push(...ofMissing.facts);
		lessons.retracted.push(...ofMissing.retracted);
	}
	lessons.items.push(...shippedMissing(evidence));
	return lessons;
}

function decide(evidence: Evidence, shown: readonly ResponseSeen[], learnt: readonly Fact[]): Lessons {
	const { catalog, now } = evidence;
	const lessons = noLessons();
	const listed = shown.filter(({ feed }) => feed === 'apple');
	const renamed = isRenamed(catalog, shown[0]!.build, listed);
	const named = listed.filter((entry) => renamed || isNamed(catalog.builds.get(entry.build), entry));
	const vendor = named[0];
	const first = vendor ?? shown[0]!;
	const ofFeed = vendor ? named : shown.filter((entry) => entry.feed === first.feed);
	const response = { ...first, boards: ofFeed.flatMap(({ boards }) => boards) };
	const { build, version, letter, feed } = response;
	const before = catalog.builds.get(build);
	const release = catalog.releases.get(version);
	const name = `${version} (${letter})`;
	const hold = (reason: Reason, detail: string, heldFacts: readonly Fact[]) =>
		lessons.items.push(
			quarantined(reason, {
				feed,
				subject: name,
				detail: `${feed}: ${name}, build ${build}, ${detail}`,
				facts: heldFacts,
			}),
		);
	if (!release) {
		hold('wrong-base', 'patches a release that is not known', []);
		return lessons;
	}
	const proposed = propose(evidence, response, release);
	const former = renamed ? evidence.facts.filter(({ subject }) => subject === build) : [];
	// Believe a renamed response only after a while, and never if a person confirmed the first name.
	if (renamed && (!isSettled(evidence.memory[build]?.missing) || former.some(({ accepted }) => accepted)))
		return lessons;
	const doubt =
		before && !renamed
			? null
			: doubtAbout(evidence, { response, release, learnt, isVendors: vendor !== undefined });
	if (doubt) hold(...doubt, proposed);
	// Ignore a response without a Mac that runs its release.
	if (doubt || proposed.length < 2) return lessons;
	if (renamed) {
		const isPart = ({ kind }: Fact) => kind === 'response' || kind === 'patches';
		lessons.retracted.push(...former.filter(isPart));
	}
	if (!before || renamed) lessons.facts.push(...proposed);
	else if (vendor && isResponse(before)) {
		const unsettled = returning(catalog, evidence.memory[build]);
		const isNew = ({ object }: Fact) =>
			object !== '' && !unsettled.has(object) && !runsIn(evidence, build, object);
		lessons.facts.push(...proposed.filter(isNew));
	}
	const list = shown.find(({ cves }) => cves !== null);
	const owner = [...catalog.security.lists.values()].find(
		({ article }) => article !== '' && article === list?.article,
	);
	const state = stating(now, catalog);
	const fixedBefore = before && isResponse(before) ? before.cves : [];
	const fixes = (list?.cves ?? [])
		.filter((cve) => !fixedBefore.includes(cve))
		.map((cve) =>
			state({ kind: 'response-fixes', subject: build, object: cve, value: list!.article, feed: 'sofa' }),
		);
	const flood = tooMany(evidence, { label: name, build, fresh: fixes });
	if (flood) {
		lessons.items.push(flood);
		return lessons;
	}
	const odd = owner ? fixes : fixes.filter(({ object }) => isOfAnotherTime(object, response.date));
	if (odd.length > 0) hold('wrong-list', `fixes ${odd.map(({ object }) => object).join(', ')}`, odd);
	lessons.facts.push(...fixes.filter((fact) => !odd.includes(fact)));
	lessons.retracted.push(...lostFixes(evidence, list));
	if (lessons.retracted.some(({ kind }) => kind === 'response-fixes'))
		lessons.facts.push(state({ kind: 'revised', subject: build, feed: 'sofa' }));
	return lessons;
}

interface Doubtful {
	readonly response: ResponseSeen;
	readonly release: Release;
	/** Facts of this poll. */
	readonly learnt: readonly Fact[];
	/** Whether the vendor lists it. */
	readonly isVendors: boolean;
}

/** Why a person must confirm it; null if nobody must. */
function doubtAbout(
	{ catalog, facts, memory, now }: Evidence,
	{ response, release, learnt, isVendors }: Doubtful,
): [Reason, string] | null {
	const { build, baseBuild, version, letter, date } = response;
	const base = catalog.builds.get(baseBuild);
	const owner =
		base?.version ?? learnt.find(({ kind, object }) => kind === 'build' && object === baseBuild)?.subject;
	if (!isVendors) return ['unconfirmed', "is not in Apple's feed"];
	if (owner !== version || (base && isResponse(base)))
		return ['wrong-base', `patches ${baseBuild}, which is not known to be a build of ${version}`];
	const [patched, parsed] = [parseBuild(baseBuild), parseBuild(build)];
	if (!isResponseShaped(build) || patched?.train !== parsed?.train || patched?.letter !== parsed?.letter)
		return ['wrong-train', `does not fit ${baseBuild}, which it patches`];
	if (date > dayOf(now)) return ['date-in-future', `is dated ${date}, after today`];
	if (date < release.released) return ['date-too-early', `is dated ${date}, before ${release.released}`];
	const otherResponses = [
		...release.responses.filter((other) => other.build !== build),
		...factsOf(learnt, 'response').map(({ value }) => ({ letter: value.letter, baseBuild: value.base })),
	].filter((other) => other.baseBuild === baseBuild);
	if (otherResponses.some((other) => other.letter === letter))
		return ['implausible', 'has a letter that another build has'];
	const last = Math.max('a'.charCodeAt(0) - 1, ...otherResponses.map((other) => other.letter.charCodeAt(0)));
	if (letter.charCodeAt(0) - last > longestStep) return ['implausible', 'has a letter that does not follow'];
	const wasTakenBack = facts.some(
		({ kind, subject, seen }) =>
			kind === 'revised' && subject === build && now.getTime() - Date.parse(seen) < millisecondsOfDay,
	);
	if (wasTakenBack && !isSettled(memory[build]?.listed))
		return ['implausible', 'was listed and dropped again within a day'];
	return null;
}

/** The facts of a response. The first fact is that of the response itself. */
function propose(
	{ catalog, now }: Evidence,
	{ kind, build, version, letter, baseBuild, date, boards, feed }: ResponseSeen,
	{ major, parsed }: Release,
): Fact[] {
	const state = stating(now, catalog);
	const running = [...boardsMeant(catalog, boards)].filter(({ support }) =>
		support.get(major)?.releases.some((release) => release.version === parsed.canonical),
	);
	return [
		state({
			kind: 'response',
			subject: build,
			value: { kind, version, letter, base: baseBuild, released: date },
			feed,
		}),
		...running.map(({ id }) => state({ kind: 'patches', subject: build, object: id, feed })),
	];
}

function runsIn({ facts }: Evidence, build: string, board: string): boolean {
	return facts.some(
		({ kind, subject, object }) => kind === 'patches' && subject === build && object === board,
	);
}

/**
 * Decides about a response that the vendor has not listed for two polls. If it was dropped within a day, it was a mistake and is retracted.
 * If it was dropped later, or SOFA said what it fixes, it was withdrawn: a Mac that has it keeps the fixes. A response that is listed again
 * is no longer withdrawn.
 */
function decideMissing(
	{ catalog, readings, facts, memory, now }: Evidence,
	build: string,
	shown: readonly ResponseSeen[],
): Lessons {
	const lessons = noLessons();
	const ofBuild = facts.filter(({ subject }) => subject === build);
	const response = ofBuild.find(({ kind }) => kind === 'response')!;
	const withdrawn = ofBuild.filter(({ kind, accepted }) => kind === 'response-withdrawn' && !accepted);
	const { missing, expires } = memory[build] ?? {};
	if (shown.some(({ feed }) => feed === 'apple')) {
		const leaving = boardsDropped(catalog, ofBuild, { shown, without: memory[build]?.without ?? {} });
		const revised =
			leaving.length > 0 ? [stating(now, catalog)({ kind: 'revised', subject: build, feed: 'apple' })] : [];
		return { ...lessons, facts: revised, retracted: [...withdrawn, ...leaving] };
	}
	if (!readings.apple || response.accepted || !missing || !isSteady(missing)) return lessons;
	const state = stating(now, catalog);
	const lived = Date.parse(missing.from) - Date.parse(response.seen);
	const isConfirmed = shown.length > 0 || ofBuild.some(({ kind }) => kind === 'response-fixes');
	const isExpired = expires != null && expires < dayOf(now);
	if (!isConfirmed && lived <= millisecondsOfDay) {
		lessons.retracted.push(...ofBuild);
		lessons.facts.push(state({ kind: 'revised', subject: build, feed: 'apple' }));
	} else if (lived <= withdrawnWithin && !isExpired && withdrawn.length === 0)
		lessons.facts.push(state({ kind: 'response-withdrawn', subject: build, feed: 'apple' }));
	return lessons;
}

/** Boards that the vendor listed by mistake: it dropped them within a day, two polls lack them, and SOFA does not list them. */
function boardsDropped(
	catalog: Catalog,
	ofBuild: readonly Fact[],
	{ shown, without }: { shown: readonly ResponseSeen[]; without: NonNullable<Remembered['without']> },
): Fact[] {
	const missing = new Map(
		Object.entries(without).flatMap(([id, span]) =>
			[...idsMeant(catalog, [id])].map((board) => [board, span] as const),
		),
	);
	const present = idsMeant(
		catalog,
		shown.flatMap(({ boards }) => boards),
	);
	return ofBuild.filter(
		({ kind, object, accepted, seen }) =>
			kind === 'patches' && !accepted && !present.has(object) && isShort(seen, missing.get(object)),
	);
}
