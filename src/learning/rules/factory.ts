import type { Fact } from '../facts/fact.ts';
import type { Evidence, Lessons } from './evidence.ts';
import { noLessons, stating } from './evidence.ts';
import { boardsMeant } from './listed.ts';

const dayLong = 86_400_000;

/**
 * What new Macs came with, by AppleDB: no other feed knows it, and none lists it as an update. Believed when it was shown for a
 * day, of releases and Macs that are known otherwise. Such a Mac runs the release; it is never asked to update to it.
 */
export function learnFactory({ shipped, catalog, facts, readings, now }: Evidence): Lessons {
	const lessons = noLessons();
	const state = stating(now, catalog);
	const stored = new Set(facts.filter(({ kind }) => kind === 'factory').map(pairOf));
	// What the vendor lists for a Mac is offered to it, whatever the Mac came with.
	const listed = new Set(
		(readings.apple?.observations ?? []).flatMap(({ version, boards }) =>
			[...boardsMeant(catalog, boards ?? [])].map(({ id }) => `${version}\t${id}`),
		),
	);
	lessons.retracted.push(...facts.filter((fact) => fact.kind === 'factory' && listed.has(pairOf(fact))));
	for (const { version, builds, date, boards, factory, seenAt } of readings.appledb?.observations ?? []) {
		const release = catalog.releases.get(version);
		const [build] = builds;
		if (!factory || !release || !build || now.getTime() - Date.parse(seenAt) < dayLong) continue;
		// A build that others got as an update, or of another release, says nothing about what this Mac is offered.
		const known = catalog.builds.get(build);
		if (known && (known.kind !== 'factory' || known.version !== version)) continue;
		for (const { id, support } of boardsMeant(catalog, boards ?? [])) {
			const ofMajor = support.get(release.major);
			const isShipped = shipped.releases.has(version) && shipped.boards.has(id);
			const pair = `${version}\t${id}`;
			if (!ofMajor || isShipped || stored.has(pair) || listed.has(pair)) continue;
			// What it runs already, it was offered.
			if (ofMajor.offered.includes(release)) continue;
			lessons.facts.push(state({ kind: 'runs', subject: version, object: id, feed: 'appledb' }));
			lessons.facts.push(
				state({
					kind: 'factory',
					subject: version,
					object: id,
					value: `${build}\t${date ?? ''}`,
					feed: 'appledb',
				}),
			);
		}
	}
	return lessons;
}

function pairOf({ subject, object }: Fact): string {
	return `${subject}\t${object}`;
}
