import type { KeyObject } from 'node:crypto';
import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { version } from '../../package.json' with { type: 'json' };
import {
	type EvidenceQuestion,
	type EvidenceReport,
	evidenceReport,
	exceptionsTable,
	frameworkText,
	printReport,
	releasesTable,
} from '../fleet/history/evidence.ts';
import { type Erasure, type EvidenceExport, readmeText } from '../fleet/history/evidence-origin.ts';
import { printSightings, pseudonymousFleet } from '../fleet/history/evidence-sightings.ts';
import { type SeenFleet, seenFleet } from '../fleet/history/source.ts';
import { evidenceDocument, evidenceSummary } from '../page/documents/documents.ts';
import { erasuresOf } from './erasures.ts';
import { FolderWriter } from './evidence-folder.ts';
import { fileNames } from './evidence-format.ts';
import { exceptionsUnder } from './exceptions.ts';
import type { HistoryFile } from './history-file.ts';
import { countsOf, sightingsAfter } from './import-counts.ts';
import type { Manifest } from './manifest-definition.ts';
import { pseudonymKeyPath, pseudonymsOf, readPseudonyms } from './pseudonyms.ts';

/** A report and everything that it was computed from. */
interface Evidence {
	readonly question: EvidenceQuestion;
	readonly fleet: SeenFleet;
	readonly report: EvidenceReport;
	readonly exports: readonly EvidenceExport[];
	readonly erased: readonly Erasure[];
}

/** Answers a question from a history. A history that stores hashes always gives pseudonymous evidence. */
export function makeEvidence(history: HistoryFile, request: EvidenceQuestion): Evidence {
	const isHashed = history.setting('serials') === 'hashed';
	const plainFleet = seenFleet(history.source(null), request.catalog, request.policy.asOf);
	const pseudonymous = request.pseudonymous || isHashed;
	const pseudonyms = pseudonymous && !isHashed ? readPseudonyms(pseudonymKeyPath(history.path), true) : null;
	const fleet = pseudonymous
		? pseudonymousFleet(plainFleet, (serial) => pseudonyms?.of(serial) ?? serial)
		: plainFleet;
	// People write serial numbers into the file of exceptions. Without exceptions, the key of a history is not needed.
	const naming = pseudonyms ?? (request.exceptions.size > 0 ? pseudonymsOf(history) : null);
	const exceptions = exceptionsUnder(request.exceptions, naming);
	const question = { ...request, pseudonymous, exceptions };
	// The name of an account may be that of a person.
	const erased = erasuresOf(history).map((erasure) => (pseudonymous ? { ...erasure, by: null } : erasure));
	const exports = exportsOf(history, request);
	return { question, fleet, report: evidenceReport(fleet, question), exports, erased };
}

/** The exports with a sighting until the day of the report. */
function exportsOf(history: HistoryFile, { policy }: EvidenceQuestion): EvidenceExport[] {
	const until = dayNumber(policy.asOf);
	return history
		.imports()
		.filter(({ first_day }) => first_day <= until)
		.map(({ id, name, sha256, rows, taken, last_day }) => {
			const counts = countsOf(history, id);
			const later = last_day > until ? sightingsAfter(history, id, until) : 0;
			const not_used = { ...counts.notUsed, after_as_of: later };
			const { newest: day, modified } = counts;
			return { name, sha256, day, modified, taken, rows, rows_used: counts.used - later, not_used };
		});
}

/** Writes evidence into a new or empty folder, signed if a key is given. `by` says who makes it. */
export function writeEvidence(
	folder: string,
	{ question, fleet, report, exports, erased }: Evidence,
	{ key, now, by }: { key: KeyObject | null; now: Date; by: string | null },
): Manifest {
	const { catalog, policy, framework } = question;
	const origin = { made_at: now.toISOString(), made_by: by, exports, erased };
	return new FolderWriter(folder).write((add) => {
		add('report.json', printReport(report));
		add('report.html', [evidenceDocument(report, framework, origin)]);
		add('summary.html', [evidenceSummary(report, framework, origin)]);
		add('sightings.csv', printSightings(fleet));
		add('releases.csv', [releasesTable(catalog, policy.asOf)]);
		add('framework.json', [frameworkText(framework)]);
		add('README.txt', [readmeText(report, origin)]);
		const exceptions = exceptionsTable(report);
		if (exceptions !== null) add(fileNames.exceptions, [exceptions]);
		const { as_of, data_version, macs_seen } = report;
		return { ...origin, program: version, as_of, data_version, macs: macs_seen };
	}, key);
}
