import { fold } from '@pointrelease/core/src/catalog/identifier.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { millisecondsOfDay } from '@pointrelease/core/src/text/day.ts';
import { type Fact, isOfBoard, kindsOfRelease, learntMoments } from '../facts/fact.ts';
import { daysWatched, isShort, isWhole, lengthOf } from '../observation.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { idsMeant, isCut } from './listed-boards.ts';

/**
 * A release is retracted if all feeds that showed it drop it within this time: no feed drops a real release that soon. A release whose
 * build the vendor lists under another version is retracted at any time.
 */
const copiedFor = 30 * millisecondsOfDay;
const confirming: ReadonlySet<Fact['kind']> = new Set(['confirmed', 'corrected']);
const telling: ReadonlySet<Fact['kind']> = new Set([...confirming, 'release', 'disputed']);

/**
 * Retracts what the vendor listed by mistake: it dropped a release, or a board of one, within a day, two polls agree on that, and nobody
 * confirmed the release. A correction by a person confirms it. Afterwards the rules can learn what the mistake blocked.
 */
export function takeBack(evidence: Evidence): Lessons {
	if (!evidence.readings.apple) return noLessons();
	const [releases, boards] = [releasesTakenBack(evidence), boardsTakenBack(evidence)];
	return {
		facts: [...releases.facts, ...boards.facts],
		items: [],
		retracted: [...releases.retracted, ...boards.retracted],
	};
}

function releasesTakenBack(evidence: Evidence): Lessons {
	const { shipped, catalog, facts, readings, memory, vendorSilent, now } = evidence;
	const lessons = noLessons();
	const shown = new Set(
		Object.values(readings)
			.flatMap(({ observations }) => observations)
			.map(({ version }) => version),
	);
	const state = stating(now, catalog);
	const learnt = learntMoments(facts);
	for (const { kind, subject, accepted, feed } of facts) {
		if (kind !== 'release' || accepted || shipped.releases.has(subject) || shown.has(subject)) continue;
		if (!isWhole(readings.apple!, subject)) continue;
		const ofVersion = facts.filter((fact) => fact.subject === subject);
		const since = learnt.get(subject)!;
		const builds = new Set(ofVersion.filter((fact) => fact.kind === 'build').map(({ object }) => object));
		const isRenamed = readings.apple!.observations.some((observation) =>
			observation.builds.some((build) => builds.has(build)),
		);
		const copies = ofVersion.filter(
			(fact) => telling.has(fact.kind) && (isOfAnother(fact) || fact.kind === 'corrected'),
		);
		const isDropped = copies.every((copy) => isDroppedBy(copy, { shipped, readings, isRenamed, since, now }));
		if (!isDropped && ofVersion.some((fact) => confirming.has(fact.kind))) continue;
		const limit = isRenamed ? Number.POSITIVE_INFINITY : copies.length > 0 ? copiedFor : millisecondsOfDay;
		const isOfOthers = new Set(copies.map((copy) => copy.feed)).size > 1 && ofVersion.every(isOfAnother);
		// No second poll is needed if two feeds dropped it and the vendor never had it.
		const isOver = isOfOthers
			? isDropped && !vendorSilent && now.getTime() - Date.parse(since) <= limit
			: isShort(since, memory[subject]?.missing, isDropped ? limit : millisecondsOfDay);
		if (!isOver) continue;
		lessons.retracted.push(
			...facts.filter(
				(fact) => fact.subject === subject && (kindsOfRelease.has(fact.kind) || fact.kind === 'revised'),
			),
		);
		lessons.facts.push(state({ kind: 'revised', subject, feed }));
		// Macs that took such a build keep it. It counts if the release comes back with another build.
		const elsewhere = new Set(readings.apple!.observations.flatMap((observation) => observation.builds));
		for (const [build, { boards }] of Object.entries(memory[subject]?.builds ?? {}))
			for (const object of elsewhere.has(build) ? [] : idsMeant(catalog, boards)) {
				const value = { version: subject, since: dayOf(now) };
				lessons.facts.push(state({ kind: 'replaced', subject: build, object, value, feed: 'apple' }));
			}
	}
	return lessons;
}

function isOfAnother({ feed }: Fact): boolean {
	return feed !== 'apple';
}

/**
 * Whether the feed of a fact has dropped its release. SOFA counts only if it still lists the major version, because it drops old ones as a
 * whole. AppleDB counts only while it is still asked for the build, or if the vendor lists the build under another version. A person's
 * correction is never dropped.
 */
function isDroppedBy(
	{ kind, subject, feed }: Fact,
	{
		shipped,
		readings,
		isRenamed,
		since,
		now,
	}: Pick<Evidence, 'shipped' | 'readings' | 'now'> & {
		isRenamed: boolean;
		since: string;
	},
): boolean {
	const reading = readings[feed];
	if (kind === 'corrected' || !reading || !isWhole(reading, subject)) return false;
	if (feed === 'appledb')
		return isRenamed || now.getTime() - Date.parse(since) < daysWatched * millisecondsOfDay;
	const { major } = parseVersion(subject)!;
	return (
		!shipped.majors.has(major) ||
		reading.observations.some(({ version }) => parseVersion(version)?.major === major)
	);
}

/** Retracts boards of releases that are still listed, and new Macs that are left without a release. */
function boardsTakenBack({ shipped, catalog, facts, readings, memory, now }: Evidence): Lessons {
	const lessons = noLessons();
	const state = stating(now, catalog);
	const listed = Map.groupBy(readings.apple?.observations ?? [], ({ version }) => version);
	const shown = new Set(
		[...(readings.sofa?.observations ?? []), ...(readings.appledb?.observations ?? [])].flatMap(
			({ version, boards }) => [...idsMeant(catalog, boards ?? [])].map((id) => `${version}\t${id}`),
		),
	);
	const described = new Set((readings.appledb?.machines ?? []).map(({ board }) => fold(board)));
	const running = Map.groupBy(
		facts.filter(({ kind }) => kind === 'runs'),
		({ subject }) => subject,
	);
	const corrected = new Set(facts.filter(({ kind }) => kind === 'corrected').map(({ subject }) => subject));
	const leaving = new Set<Fact>();
	for (const [version, ofVersion] of running) {
		const entries = listed.get(version);
		const without = Object.entries(memory[version]?.without ?? {});
		if (!entries || without.length === 0 || corrected.has(version)) continue;
		if (!isWhole(readings.apple!, version)) continue;
		const present = idsMeant(
			catalog,
			entries.flatMap(({ boards }) => boards ?? []),
		);
		const missing = new Map(
			without.flatMap(([id, span]) => [...idsMeant(catalog, [id])].map((board) => [board, span])),
		);
		const lost = [...missing.keys()].filter((board) => !present.has(board));
		const least = isCut(lost.length, present.size) ? millisecondsOfDay : 0;
		for (const fact of ofVersion) {
			const { object, accepted, seen } = fact;
			const isConfirmed =
				accepted ||
				shown.has(`${version}\t${object}`) ||
				(!shipped.boards.has(object) && described.has(fold(object)));
			const span = missing.get(object);
			if (!isConfirmed && !present.has(object) && isShort(seen, span) && lengthOf(span!) >= least)
				leaving.add(fact);
		}
		if (ofVersion.some((fact) => leaving.has(fact))) {
			lessons.retracted.push(
				...facts.filter(({ kind, subject }) => kind === 'revised' && subject === version),
			);
			lessons.facts.push(state({ kind: 'revised', subject: version, feed: 'apple' }));
		}
	}
	const runningIds = new Set(
		[...running.values()]
			.flat()
			.filter((fact) => !leaving.has(fact))
			.map(({ object }) => object),
	);
	const goneIds = new Set([...leaving].map(({ object }) => object).filter((id) => !runningIds.has(id)));
	const ofBoard = facts.filter((fact) => isOfBoard(fact) && goneIds.has(fact.subject));
	lessons.retracted.push(...leaving, ...ofBoard);
	return lessons;
}
