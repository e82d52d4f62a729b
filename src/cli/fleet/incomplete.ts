import { incompleteWords } from '../../fleet/report/headline.ts';
import type { Summary } from '../../fleet/report/summary.ts';

/** Says on standard error that an export is one page of several; `file` where there may be others. */
export function tellIncomplete(read: Pick<Summary, 'rows' | 'missing_rows'>, file?: string): void {
	process.stderr.write(
		`${file === undefined ? '' : `${file}: `}${incompleteWords(read)} Fetch every page and put them in one file (jq -s).\n`,
	);
}
