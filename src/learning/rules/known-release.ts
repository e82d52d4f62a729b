import type { Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { factKey } from '../facts/fact.ts';
import type { Observation } from '../observation.ts';
import { quarantined } from '../quarantine/quarantine.ts';
import { dayOf, type Evidence, type Lessons, noLessons, stating } from './evidence.ts';
import { boardsFor, returning } from './listed-boards.ts';
import { isOfTrain, trainOf } from './plausibility.ts';
import { daysOfBuilds } from './release-date.ts';
import { boardsBelowLatest } from './second-opinions.ts';

/**
 * Learns more about a known release. If it was learned from SOFA and AppleDB, later polls may add Macs: AppleDB has a file for each build,
 * and not all files are read at once.
 */
export function decideKnownRelease(
	evidence: Evidence,
	release: Release,
	observations: readonly Observation[],
): Lessons {
	const isListed = observations.some(({ feed }) => feed === 'apple');
	return isListed ? byVendor(evidence, release, observations) : byOthers(evidence, release, observations);
}

/** Below the latest release AppleDB's device lists decide, as they did when the release was learned. */
function byOthers(evidence: Evidence, release: Release, observations: readonly Observation[]): Lessons {
	const { shipped, catalog, facts, now } = evidence;
	const lessons = noLessons();
	const { version, parsed } = release;
	const major = catalog.majors.get(release.major)!;
	const runs = facts.filter(({ kind, subject }) => kind === 'runs' && subject === version);
	const isTold = runs.length > 0 && runs.every(({ feed, accepted }) => feed !== 'apple' && !accepted);
	if (shipped.releases.has(version) || !isTold || release === major.latest) return lessons;
	const further = observations.filter(
		({ feed, builds, date, boards }) =>
			feed !== 'appledb' ||
			(boards?.length && date !== null && date <= dayOf(now) && isOfTrain(builds, trainOf(major))),
	);
	if (!further.some(({ feed }) => feed === 'appledb')) return lessons;
	const state = stating(now, catalog);
	const listed = boardsBelowLatest(evidence, parsed, major, further);
	const boards = boardsFor(evidence, {
		version: parsed,
		predecessor: major,
		listed,
		feed: 'appledb',
		state,
		mayAdd: false,
	});
	const running = new Set(runs.map(({ object }) => object));
	lessons.facts.push(...boards.lessons.facts.filter(({ object }) => !running.has(object)));
	for (const [build, day] of daysOfBuilds(further.filter(({ feed }) => feed === 'appledb')))
		if (!catalog.builds.has(build))
			lessons.facts.push(
				state({ kind: 'build', subject: version, object: build, value: day, feed: 'appledb' }),
			);
	return lessons;
}

/**
 * Adds builds and boards of the vendor's list to a known release. Its date stays, and so does what the shipped tables say about their
 * boards. Entries with a date in the future are held for review until then.
 */
function byVendor(evidence: Evidence, release: Release, observations: readonly Observation[]): Lessons {
	const today = dayOf(evidence.now);
	const train = trainOf(evidence.catalog.majors.get(release.major)!);
	const listed = observations.filter(({ feed }) => feed === 'apple');
	const vendor = listed.filter(({ builds }) => isOfTrain(builds, train));
	const [future, current] = [vendor.filter(isAfter(today)), vendor.filter((entry) => !isAfter(today)(entry))];
	const lessons = additions(evidence, release, current);
	const certain = new Set(lessons.facts.map(factKey));
	const { facts } = additions(evidence, release, future);
	const waiting = facts.filter((fact) => !certain.has(factKey(fact)));
	if (waiting.length > 0) {
		const { version } = release;
		const detail = `apple: an entry of ${version} is dated ${future[0]!.date}, after today`;
		lessons.items.push(
			quarantined('date-in-future', { feed: 'apple', subject: version, detail, facts: waiting }),
		);
	}
	for (const { builds } of listed.filter((entry) => !vendor.includes(entry))) {
		const { version, major } = release;
		const detail = `apple: an entry of ${version} has the build ${builds.join(' ')}, but those of ${major} begin with ${train}`;
		lessons.items.push(quarantined('wrong-train', { feed: 'apple', subject: version, detail, facts: [] }));
	}
	return lessons;
}

function isAfter(today: string) {
	return ({ date }: Observation) => date !== null && date > today;
}

function additions(
	{ shipped, catalog, memory, now }: Evidence,
	release: Release,
	vendor: readonly Observation[],
): Lessons {
	const lessons = noLessons();
	if (vendor.length === 0) return lessons;
	const state = stating(now, catalog);
	const { version, parsed } = release;
	for (const [build, day] of daysOfBuilds(vendor))
		if (!catalog.builds.has(build))
			lessons.facts.push(
				state({ kind: 'build', subject: version, object: build, value: day, feed: 'apple' }),
			);

	const shippedRelease = shipped.majors.get(release.major)?.byVersion.get(version);
	const major = catalog.majors.get(release.major)!;
	const listed = new Set(vendor.flatMap(({ boards }) => boards ?? []));
	const boards = boardsFor(
		{ shipped, catalog },
		{ version: parsed, predecessor: major, listed, feed: 'apple', state, mayAdd: true },
	);
	lessons.items.push(...boards.lessons.items);
	const unsettled = returning(catalog, memory[version]);
	for (const fact of boards.lessons.facts) {
		const board = fact.kind === 'runs' ? fact.object : fact.subject;
		const runsIt = catalog.boards.get(board)?.support.get(release.major)?.releases.includes(release);
		if (runsIt || unsettled.has(board) || (shippedRelease && shipped.boards.has(board))) continue;
		lessons.facts.push(fact);
	}
	return lessons;
}
