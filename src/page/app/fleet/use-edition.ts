import { useRef } from 'preact/hooks';
import type { CompactReport } from '../../../fleet/report/report.ts';

/**
 * A number that changes with the report. As a key it makes the parts of a report new ones: text that is replaced at once,
 * instead of rows and cells that move across the screen when the policy changes.
 */
export function useEdition(report: CompactReport): number {
	const last = useRef({ report, edition: 0 });
	if (last.current.report !== report) last.current = { report, edition: last.current.edition + 1 };
	return last.current.edition;
}
