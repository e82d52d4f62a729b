import type { Framework } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import type { EvidenceReport } from '../../fleet/history/evidence.ts';
import type { EvidenceOrigin } from '../../fleet/history/evidence-origin.ts';
import type { HistoryRecord } from '../../fleet/history/history-report.ts';

/** HTML files with the components of the page, which have no scripts and load nothing: `draw.tsx`. */
interface Documents {
	drawHistory(record: HistoryRecord): string;
	drawEvidence(report: EvidenceReport, framework: Framework | null, origin: EvidenceOrigin): string;
	drawEvidenceSummary(...asked: Parameters<Documents['drawEvidence']>): string;
}

/** Loads the components with the first file: see `renderer()` of the public pages. */
function documents(): Documents {
	return require('./draw.tsx') as Documents;
}

/** A history as one HTML page. */
export function historyDocument(record: HistoryRecord): string {
	return documents().drawHistory(record);
}

/** The page of a folder of evidence. */
export function evidenceDocument(...asked: Parameters<Documents['drawEvidence']>): string {
	return documents().drawEvidence(...asked);
}

/** The same in short, for people who are not auditors: one sheet of paper. */
export function evidenceSummary(...asked: Parameters<Documents['drawEvidence']>): string {
	return documents().drawEvidenceSummary(...asked);
}
