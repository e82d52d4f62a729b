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
	const stored = new Set(
		facts.filter(({ kind }) => kind === 'factory').map(({ subject, object }) => `${subject}\t${object}`),
	);
	for (const { version, builds, date, boards, factory, seenAt } of readings.appledb?.observations ?? []) {
		const release = catalog.releases.get(version);
		const [build] = builds;
		if (!factory || !release || !build || now.getTime() - Date.parse(seenAt) < dayLong) continue;
		for (const { id, support } of boardsMeant(catalog, boards ?? [])) {
			const known = support.get(release.major);
			const isShipped = shipped.releases.has(version) && shipped.boards.has(id);
			if (!known || isShipped || stored.has(`${version}\t${id}`)) continue;
			// What it runs already, it was offered.
			if (known.offered.includes(release)) continue;
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
