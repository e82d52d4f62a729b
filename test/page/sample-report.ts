import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import { htmlReport } from '../../src/fleet/report/html-report.ts';
import { compactReport, policyRecord } from '../../src/fleet/report/report.ts';
import { bundleReport } from '../../src/page/bundle.ts';
import { asOf, fleetOf } from '../fleet/fleet-of.ts';
import { shipped } from '../shipped-data.ts';

/** Models with their versions, roughly as in a company. */
const kinds: readonly (readonly [model: string, versions: readonly string[]])[] = [
	['Mac14,2', ['26.7.2', '26.7.2', '26.7.2', '27.2', '26.7.1', '15.8.2']],
	['Mac15,6', ['26.7.2', '27.2', '27.2', '26.6.2']],
	['MacBookAir10,1', ['26.7.2', '26.7.2', '15.8.2', '15.6.1', '14.8.9']],
	['MacBookPro18,3', ['26.7.2', '26.7.2', '26.5', '15.7.3']],
	['Mac16,10', ['27.2', '26.7.2']],
	['MacBookPro16,1', ['26.7.2', '15.8.2', '14.7.2']],
	['Macmini8,1', ['15.8.2', '15.8.2', '14.8.9']],
	['iMac19,1', ['15.8.2', '13.7.8']],
	['MacBookPro14,1', ['13.7.8', '12.7.6']],
];

/** The report of an invented fleet, for the pictures. */
export async function sampleReport(): Promise<string> {
	let rows = 'Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n';
	for (let mac = 0; mac < 1240; mac++) {
		const mixed = Math.imul(mac + 1, 2_654_435_761) >>> 0;
		const [model, versions] = kinds[(mixed >>> 4) % kinds.length]!;
		const version = versions[(mixed >>> 16) % versions.length];
		const day = mac % 31 === 0 ? '2026-08-20' : `2026-11-${String(1 + (mac % 16)).padStart(2, '0')}`;
		rows += `MAC-${1000 + mac},C02${(mac * 48_271 + 7_654_321).toString(36).toUpperCase().padStart(9, 'X')},"${model}",${version},${day}\n`;
	}
	const policy = policyOf(asOf, { behind: 1, graceDays: 14, exploitedGraceDays: 7 }, 'standard');
	const { macs, summary } = await fleetOf(rows, policy);
	const head = {
		data_version: shipped.dataVersion,
		rules: rulesVersion,
		as_of: asOf,
		policy: policyRecord(policy),
		files: ['a file'],
		stale_days: 30,
	};
	const template = new TextDecoder().decode(await bundleReport());
	return htmlReport(template, compactReport({ ...head, files: ['computers.csv'] }, summary, macs), null);
}
