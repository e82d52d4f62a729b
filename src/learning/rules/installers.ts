import type { Installer } from '@pointrelease/core/src/catalog/catalog.ts';
import { factsOf } from '../facts/fact.ts';
import type { InstallerSeen } from '../observation.ts';
import { type Evidence, type Lessons, noLessons, stating } from './evidence.ts';

/**
 * Learns where the builds of known releases can be had. What AppleDB says of a build now takes the place of everything known about it, also if
 * no address is active any more.
 */
export function learnInstallers({ catalog, readings, facts, now }: Evidence): Lessons {
	const lessons = noLessons();
	const state = stating(now, catalog);
	const learnt = new Map(factsOf(facts, 'installers').map((fact) => [fact.object, fact]));
	for (const [number, seen] of Object.entries(readings.appledb?.installers ?? {})) {
		const build = catalog.builds.get(number);
		const release = build && catalog.releases.get(build.version);
		if (!release?.builds.includes(build!)) continue;
		const known = release.installers.filter((installer) => installer.build === number);
		const before = learnt.get(number);
		if (isSame(known, seen) || (before && isSame(before.value, seen))) continue;
		if (before) lessons.retracted.push(before);
		lessons.facts.push(
			state({
				kind: 'installers',
				subject: release.version,
				object: number,
				value: seen,
				feed: 'appledb',
			}),
		);
	}
	return lessons;
}

function isSame(a: readonly (Installer | InstallerSeen)[], b: readonly InstallerSeen[]): boolean {
	const text = (list: readonly (Installer | InstallerSeen)[]) =>
		list
			.map(({ kind, url, size }) => `${kind} ${url} ${size}`)
			.sort()
			.join('\n');
	return text(a) === text(b);
}
