import { version } from '../../package.json' with { type: 'json' };
import { type Framework, frameworks } from '../advice/policy/frameworks.ts';
import { noPolicy, policyOf, termsOfRecord } from '../advice/policy/policy.ts';
import type { Catalog } from '../catalog/catalog.ts';
import {
	differences,
	type EvidenceReport,
	evidenceDocument,
	evidenceReport,
	frameworkText,
	releasesTable,
} from '../fleet/history/evidence.ts';
import { readSightings } from '../fleet/history/evidence-sightings.ts';
import type { PolicyRecord } from '../fleet/report/report.ts';
import { Failure, reasonOf } from '../process/failure.ts';
import { parseCsv } from '../text/csv.ts';
import { type Manifest, readText } from './evidence-folder.ts';

/** The report of a folder, null where it cannot be read, and what differs from what is found now. */
export function checkReport(
	folder: string,
	manifest: Manifest,
	catalog: Catalog,
): { readonly stated: EvidenceReport | null; readonly differences: readonly string[] } {
	let stated: EvidenceReport | null = null;
	try {
		stated = readReport(folder);
		return { stated, differences: compare(folder, manifest, stated, catalog) };
	} catch (thrown) {
		// Whoever wrote the folder may have put anything into it: that is a difference, and no fault of this command.
		const reason = reasonOf(thrown);
		return {
			stated,
			differences: [thrown instanceof Failure ? reason : `report.json cannot be computed again (${reason})`],
		};
	}
}

function readReport(folder: string): EvidenceReport {
	try {
		const report = JSON.parse(readText(folder, 'report.json')) as EvidenceReport;
		if (Array.isArray(report.macs) && typeof report.as_of === 'string') return report;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
	}
	throw new Failure('bad-evidence', 'report.json is not a report of evidence');
}

/** What the sightings say now, against what the report states, and whether the other files say the same. */
function compare(
	folder: string,
	{ as_of, data_version, program }: Manifest,
	stated: EvidenceReport,
	catalog: Catalog,
): string[] {
	const framework = stated.framework === null ? null : frameworks.get(stated.framework);
	if (framework === undefined) return [`the framework ${stated.framework} is not known to this version`];
	const fleet = readSightings(catalog, readText(folder, 'sightings.csv'), stated.as_of);
	const report = evidenceReport(fleet, {
		catalog,
		policy: policyFrom(stated.policy, stated.as_of),
		framework,
		unranked: stated.unranked,
		within: stated.within,
		staleDays: stated.stale_days,
		pseudonymous: stated.pseudonymous,
	});
	const found = differences(stated, report);
	if (as_of !== stated.as_of || data_version !== stated.data_version)
		found.push('manifest.json names another day or data version than report.json');
	const releases = releasesTable(catalog, stated.as_of);
	const days = differentDays(readText(folder, 'releases.csv'), releases);
	found.push(...days);
	if (
		days.length === 0 &&
		data_version === catalog.dataVersion &&
		readText(folder, 'releases.csv') !== releases
	)
		found.push('releases.csv differs from the data of this version');
	if (JSON.stringify(ruleIn(folder)) !== JSON.stringify(framework?.rule ?? null))
		found.push('framework.json has another rule');
	// Another version of this program may word a page differently.
	if (program === version) {
		if (readText(folder, 'report.html') !== evidenceDocument(stated, framework))
			found.push('report.html does not show what report.json states');
		if (readText(folder, 'framework.json') !== frameworkText(framework))
			found.push('framework.json describes another framework');
	}
	return found;
}

function ruleIn(folder: string): unknown {
	try {
		return (JSON.parse(readText(folder, 'framework.json')) as Framework | null)?.rule ?? null;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		return undefined;
	}
}

function policyFrom(record: PolicyRecord | null, asOf: string) {
	if (!record) return noPolicy(asOf);
	return policyOf(asOf, termsOfRecord(record), record.name);
}

function differentDays(stated: string, own: string): string[] {
	const days = (text: string) =>
		new Map(parseCsv(text).map(({ cells: [version = '', day = ''] }) => [version, day]));
	const [theirs, ours] = [days(stated), days(own)];
	return [...theirs].flatMap(([version, day]) =>
		ours.get(version) === day
			? []
			: [`${version} came out on ${ours.get(version) ?? 'no day known'}, not on ${day}`],
	);
}
