import type { SafariFixRow, SafariRow } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import { shapes, type Tables } from '@pointrelease/core/src/catalog/tables/tables.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { type Fact, factsOf, sourceOf } from '../facts/fact.ts';

/**
 * The tables of Safari with learned releases and entries added. A shipped row that was known in part gets the day and the article of its
 * list.
 */
export function learntSafari(shipped: Tables, facts: readonly Fact[], effective: Set<Fact>) {
	const releases = factsOf(facts, 'safari');
	const entries = factsOf(facts, 'safari-fixes');
	if (releases.length + entries.length === 0)
		return { safari: shipped.safari, safariFixes: shipped.safariFixes };
	const rows = [...shipped.safari];
	const fixes = [...shipped.safariFixes];
	for (const fact of releases) {
		const version = parseVersion(fact.subject.replace('Safari ', ''))!;
		const { released, majors, article } = fact.value;
		const place = rows.findLastIndex((row) => row.safari.canonical === version.canonical);
		const before = rows[place];
		if (before && before.state !== 'partial') continue;
		effective.add(fact);
		const row: SafariRow = {
			...(before ?? { line: 0, safari: version, majors, builds: [], bundles: [], note: '', sources: [] }),
			released,
			state: 'none',
			article,
			sources: [...new Set([...(before?.sources ?? []), sourceOf(fact)])],
		};
		if (before) rows[place] = row;
		else rows.push(row);
		for (const [at, fix] of fixes.entries())
			if (before && fix.safari.canonical === version.canonical && fix.released === before.released)
				fixes[at] = { ...fix, released };
	}
	for (const fact of entries) {
		const name = fact.subject.replace('Safari ', '');
		const row = rows.findLast(({ safari }) => safari.canonical === name);
		const isListed = fixes.some((fix) => fix.safari.canonical === name && fix.cve === fact.object);
		if (!row || isListed) continue;
		effective.add(fact);
		const confidence = fact.accepted || fact.feed === 'cve' ? 'high' : 'medium';
		const fix: SafariFixRow = {
			line: 0,
			safari: row.safari,
			released: row.released,
			cve: fact.object,
			confidence,
			sources: [sourceOf(fact)],
		};
		fixes.push(fix);
	}
	const withEntries = new Set(fixes.map((fix) => `${fix.safari.canonical} ${fix.released}`));
	const states = rows.map((row): SafariRow => {
		const has = withEntries.has(`${row.safari.canonical} ${row.released}`);
		if (!has) return row.state === 'none' ? row : { ...row, state: 'none' };
		// A list comes with an article; a CVE record names one entry of it.
		return row.state === 'none' ? { ...row, state: row.article === '' ? 'partial' : 'listed' } : row;
	});
	return {
		safari: states.sort(shapes.safari.order),
		safariFixes: fixes.sort(shapes.safariFixes.order),
	};
}
