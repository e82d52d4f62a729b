import { readSafari } from '@pointrelease/core/src/catalog/safari.ts';
import { cve } from '@pointrelease/core/src/catalog/tables/security-tables.ts';
import type { Reading, SafariSeen } from '../../learning/observation.ts';
import { Failure } from '../../process/failure.ts';
import { membersOf, parseDocument, readEach, type Value } from './document.ts';
import { articleIn } from './responses.ts';

/**
 * Reads SOFA's feed of Safari of either schema: the first has one list of releases, the second one for each number before the dot. It
 * does not say which major versions of macOS a release is for. Which CVEs are exploited is not read, as in the feed of macOS.
 */
export function readSafariFeed(bytes: Uint8Array): Reading {
	const document = parseDocument(bytes);
	const apps = document.maybe('AppVersions')?.list() ?? [document];
	const lists = readEach(apps, (app) => app.field('SecurityReleases').list());
	const entries = lists.values.flat();
	const { values, flaws } = readEach(entries, readEntry);
	return {
		observations: [],
		machines: [],
		safari: values,
		...(entries.length > 0 && { members: membersOf(entries, ['CVEs', 'SecurityInfo']) }),
		flaws: [...lists.flaws, ...flaws],
	};
}

function readEntry(entry: Value): SafariSeen {
	const named = entry.field('ProductVersion');
	const safari = readSafari(named.text());
	if (!safari) throw new Failure('bad-feed', `${named.path}: expected a version of Safari such as 26.5.2`);
	const cves = entry.maybe('CVEs')?.names() ?? [];
	return {
		version: safari.version,
		date: entry.field('ReleaseDate').day(),
		cves: [...new Set(cves.filter((name) => cve.read(name) !== undefined))],
		article: articleIn(entry.maybe('SecurityInfo')?.text() ?? ''),
	};
}
