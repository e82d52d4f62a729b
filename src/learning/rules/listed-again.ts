import type { Catalog } from '../../catalog/catalog.ts';
import { fold } from '../../catalog/identifier.ts';
import { isResponse } from '../../catalog/security-response.ts';
import type { Fact } from '../facts/fact.ts';
import type { Reading, Readings } from '../observation.ts';
import { type Item, quarantined } from '../quarantine/quarantine.ts';
import { boardsMeant } from './listed.ts';

/**
 * What a person took away because the vendor no longer listed it, and the vendor lists again. The facts of
 * these items are those that took it away: accepting one removes them.
 */
export function findListedAgain(
	catalog: Catalog,
	reading: Reading | undefined,
	facts: readonly Fact[],
): Item[] {
	const items: Item[] = [];
	const isWithdrawal = ({ kind, accepted }: Fact) =>
		kind === 'withdrawn' || (kind === 'response-withdrawn' && accepted);
	const taken = facts.filter((fact) => fact.kind === 'not-for' || isWithdrawal(fact));
	const listed = Map.groupBy(reading?.observations ?? [], ({ version }) => version);
	const patches = Map.groupBy(reading?.responses ?? [], ({ build }) => build);
	for (const [version, ofVersion] of Map.groupBy(taken, ({ subject }) => subject)) {
		const entries = listed.get(version) ?? patches.get(version);
		if (!entries) continue;
		const ids = entries.flatMap(({ boards }) => boards ?? []);
		// A board that lost its only release is not in the catalog any more.
		const present = new Set([...[...boardsMeant(catalog, ids)].map(({ id }) => id), ...ids].map(fold));
		const response = catalog.builds.get(version);
		const name = response && isResponse(response) ? response.label : version;
		const withdrawn = ofVersion.filter(isWithdrawal);
		if (withdrawn.length > 0) {
			const detail = `apple lists ${name} again, which was withdrawn`;
			items.push(quarantined('listed-again', { feed: 'apple', subject: name, detail, facts: withdrawn }));
		}
		const back = ofVersion.filter(({ kind, object }) => kind === 'not-for' && present.has(fold(object)));
		if (back.length === 0) continue;
		const boards = back.map(({ object }) => object);
		const detail = `apple lists ${name} again for ${boards.join(', ')}`;
		items.push(
			quarantined('listed-again', {
				feed: 'apple',
				subject: `${name} ${boards.join(' ')}`,
				detail,
				facts: back,
			}),
		);
	}
	return items;
}

/** The same of CVEs: what a person took from a list or from what is exploited, and a feed has again. */
export function findNamedAgain({ sofa, kev }: Readings, facts: readonly Fact[]): Item[] {
	const lists = new Map(sofa?.lists?.map(({ version, cves }) => [version, new Set(cves)]));
	// What a person wants forgotten is not asked about again.
	const taken = facts.filter(({ value }) => value === '');
	const notFixed = taken.filter(({ kind }) => kind === 'not-fixed');
	const items: Item[] = [];
	for (const [version, ofVersion] of Map.groupBy(notFixed, ({ subject }) => subject)) {
		const back = ofVersion.filter(({ object }) => lists.get(version)?.has(object));
		if (back.length === 0) continue;
		const cves = back.map(({ object }) => object);
		const detail = `sofa lists ${version} with ${cves.join(', ')} again`;
		items.push(
			quarantined('listed-again', {
				feed: 'sofa',
				subject: `${version} ${cves.join(' ')}`,
				detail,
				facts: back,
			}),
		);
	}
	const exploited = new Set(kev?.exploited?.map(({ cve }) => cve));
	for (const fact of taken.filter(
		({ kind, subject }) => kind === 'not-exploited' && exploited.has(subject),
	)) {
		const detail = `kev: ${fact.subject} is in CISA's catalog again`;
		items.push(quarantined('listed-again', { feed: 'kev', subject: fact.subject, detail, facts: [fact] }));
	}
	return items;
}
