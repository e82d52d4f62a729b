import { counted, grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import type { SafariNotReported } from './summary.ts';

/** The line about Macs whose Safari is not known: what it would decide, and which file of the kit reports it. */
export function safariWords({ macs, cves, exploited_cves: exploited }: SafariNotReported): string {
	const some = exploited > 0 ? `, ${grouped(exploited)} of them exploited` : '';
	return `Safari is not in the inventory for ${groupedCount(macs, 'Mac')}. It would decide ${counted(cves, 'fix', 'fixes', grouped(cves))}${some}. safari-version.sh reports it; for Jamf Pro safari-attribute.sh, for osquery and Fleet pointrelease.osquery.json.`;
}
