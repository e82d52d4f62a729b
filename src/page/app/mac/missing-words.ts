import { count } from '../parts/dates.ts';
import type { AdviceRecord } from '../service/records.ts';

/** Of how many missing fixes the exploited ones are, and what newer majors alone fixed: no Mac without fixes looks clean. */
export function missingWords(advice: AdviceRecord): string {
	const { fixed_elsewhere_exploited_count: elsewhere, exposure_known: known, major } = advice;
	const least = known === 'lower-bound' ? 'at least ' : '';
	const missing = `of ${least}${count(advice.missing_count ?? 0, 'missing fix', 'missing fixes')}`;
	return elsewhere
		? `${missing}; ${elsewhere} more ${elsewhere === 1 ? 'is' : 'are'} fixed only in newer versions: Apple has not said whether ${major} is affected`
		: missing;
}
