import type { Rule } from './rule.ts';

/** How sure the reading of a framework is. */
type Sureness = 'text read' | 'several summaries agree' | 'one summary';

/** A published framework, and the rule in it that versions of Macs can decide. */
export interface Framework {
	readonly key: string;
	readonly name: string;
	/** Which edition was read. */
	readonly edition: string;
	readonly section: string;
	/** What it asks for, in a sentence. */
	readonly asks: string;
	/** How verdicts name its time limit: `the 14 days of Cyber Essentials`. */
	readonly time: string;
	/** Null if the framework names no time limit. */
	readonly rule: Rule | null;
	readonly sure: Sureness;
	/** How the reading decides what the text leaves open; empty if nothing. */
	readonly reading: string;
	/** The parts that an inventory of versions cannot show. */
	readonly notCovered: string;
	/** Why versions never prove the rule; null if they can. */
	readonly neverProven: string | null;
}

const installations =
	'Safari where its version is not in the inventory, other apps, firmware, automatic updates, security responses, scope and exceptions';

function rule(members: Partial<Rule> & Pick<Rule, 'counts' | 'clock'>): Rule {
	return { majors: 3, olderMajor: 'fail', late: 'fail', provable: true, ...members };
}

function essentialEight(level: 1 | 2 | 3): Framework {
	const strictest = level === 3;
	return {
		key: `essential-eight-ml${level}`,
		name: `Essential Eight, maturity level ${level}`,
		edition: 'November 2023',
		section: 'Patch operating systems, workstations',
		asks: strictest
			? 'Install updates that fix vulnerabilities within 48 hours of release if they are critical or exploited, else within one month, on the latest or the previous major version.'
			: 'Install updates that fix vulnerabilities within one month of release, on a supported version.',
		time: strictest ? 'the 48 hours and the one month' : 'the one month',
		rule: rule({
			counts: 'fixes',
			clock: { kind: strictest ? 'month-or-48-hours' : 'month' },
			majors: strictest ? 2 : 3,
		}),
		sure: 'several summaries agree',
		reading: strictest
			? 'A month is a calendar month. Critical means known to be exploited by CISA or Apple, because Apple ranks nothing; the 48 hours count from the day on which CISA listed it. If Apple says it, too, nobody knows since when: more than 48 hours after the release is unknown until those of the listing are over. Releases without CVE entries do not count.'
			: 'A month is a calendar month. Releases without CVE entries do not count.',
		notCovered: `servers that face the internet, public exploits that no catalog lists, ${installations}`,
		neverProven: null,
	};
}

/** Frameworks whose rule leaves the time to the organization that applies it. */
const withoutClock: readonly Pick<Framework, 'key' | 'name' | 'edition' | 'section' | 'sure'>[] = [
	{
		key: 'iso-27001-2022-a.8.8',
		name: 'ISO/IEC 27001',
		edition: '2022',
		section: 'A.8.8',
		sure: 'text read',
	},
	{
		key: 'soc2-cc7.1',
		name: 'SOC 2',
		edition: 'Trust Services Criteria',
		section: 'CC7.1',
		sure: 'one summary',
	},
	{
		key: 'nist-800-53r5-si-2',
		name: 'NIST SP 800-53',
		edition: 'revision 5',
		section: 'SI-2',
		sure: 'text read',
	},
	{
		key: 'cmmc-l2-si.3.14.1',
		name: 'CMMC level 2 (NIST SP 800-171)',
		edition: '2.0',
		section: 'SI.L2-3.14.1',
		sure: 'text read',
	},
	{
		key: 'nis2-cir-2024-2690',
		name: 'NIS2 Implementing Regulation',
		edition: '(EU) 2024/2690',
		section: 'annex 6.6',
		sure: 'several summaries agree',
	},
	{
		key: 'dora-rts-2024-1774',
		name: 'DORA technical standard',
		edition: '(EU) 2024/1774',
		section: 'article 10(4)',
		sure: 'several summaries agree',
	},
	{
		key: 'bsi-grundschutz-ops.1.1.3',
		name: 'BSI IT-Grundschutz',
		edition: 'OPS.1.1.3',
		section: 'patch and change management',
		sure: 'several summaries agree',
	},
];

export const frameworks: ReadonlyMap<string, Framework> = new Map(
	[
		{
			key: 'cyber-essentials-3.3',
			name: 'Cyber Essentials',
			edition: '3.3 (question set Danzell), since 2026-04-27',
			section: 'Security update management, A6.1 and A6.4',
			asks: 'Install vulnerability fixes within 14 days of release, on a supported version.',
			time: 'the 14 days',
			rule: rule({ counts: 'fixes', clock: { kind: 'days', days: 14 } }),
			sure: 'several summaries agree',
			reading:
				'Apple gives no severity, so every release with CVE entries counts. Releases without any do not.',
			notCovered: installations,
			neverProven: null,
		} as const,
		essentialEight(1),
		essentialEight(2),
		essentialEight(3),
		{
			key: 'disa-stig-macos',
			name: 'DISA STIG for macOS',
			edition: 'macOS 15 V1R7, macOS 26 V1R1',
			section: 'APPL-26-999999 and the rule on supported versions',
			asks: 'Install security-relevant updates before they have been available for 30 days, on a supported version.',
			time: 'the 30 days',
			rule: rule({ counts: 'releases', clock: { kind: 'days', days: 29 } }),
			sure: 'text read',
			reading:
				'Every release counts, not only the latest, and "30 days or more" is a finding on day 30. V1R2 for macOS 26 looks at the day of the last update instead, which no version shows.',
			notCovered: installations,
			neverProven: null,
		} as const,
		{
			key: 'kev-due-date',
			name: 'CISA KEV catalog',
			edition: 'as in the data set',
			section: 'field dueDate',
			asks: 'Fix each vulnerability of the catalog by its due date.',
			time: 'the due dates',
			rule: rule({
				counts: 'known-exploited',
				clock: { kind: 'due-date' },
				majors: null,
				olderMajor: null,
			}),
			sure: 'text read',
			reading:
				'A CVE counts once the catalog lists it and a release of the same major version, or a Safari that is offered to it, fixes it. One that only newer major versions fix is unknown: nobody says whether the older one has it. So is one that Safari fixes while nobody says which Safari the Mac has.',
			notCovered: `mitigations, removal from use, exposure to the internet, ${installations}`,
			neverProven: null,
		} as const,
		{
			key: 'bod-26-04',
			name: 'BOD 26-04',
			edition: 'CISA, 2026-06-10; its times bind from 2026-12-07',
			section: 'table 1',
			asks: 'Fix each vulnerability within 3, 14 or 60 days or with the next upgrade, by four questions: known to be exploited, publicly exposed, automatable, technical impact.',
			time: 'the times',
			rule: rule({
				counts: 'known-exploited',
				clock: { kind: 'risk-table' },
				majors: null,
				olderMajor: null,
			}),
			sure: 'several summaries agree',
			reading:
				"Entries of the KEV catalog count from their listing: 3 to 14 days. An inventory does not show whether a Mac is publicly exposed, and CISA's assessment (SSVC) counts only where the CVE record was read with it, so the verdict is unknown on the days on which the rows of the table differ. Other CVEs count from their detection, which no inventory shows: a Mac that lacks a fix is unknown. Before 2026-12-07 a verdict is about the table, not a breach.",
			notCovered: `exposure, triage, mitigations, removal from use, the day of detection, ${installations}`,
			neverProven: null,
		} as const,
		{
			key: 'cis-macos-benchmark-1.1',
			name: 'CIS Apple macOS Benchmark',
			edition: 'macOS 15 v1.0.0, macOS 26 v1.0.0',
			section: '1.1',
			asks: 'Keep all Apple-provided software current, with a successful check in the last 30 days.',
			time: 'the 30 days',
			rule: rule({
				counts: 'releases',
				clock: { kind: 'days', days: 30 },
				majors: null,
				olderMajor: null,
				provable: false,
			}),
			sure: 'several summaries agree',
			reading: 'A release that is missing for more than 30 days breaks it. A version alone never proves it.',
			notCovered: `all other Apple software, the day of the last check, ${installations}`,
			neverProven: 'a version shows neither the other Apple software nor the last check for updates',
		} as const,
		{
			key: 'cis-controls-8.1-7.3',
			name: 'CIS Controls',
			edition: '8.1',
			section: '7.3',
			asks: 'Update operating systems through automated patch management, monthly or more often.',
			time: 'the monthly rhythm',
			rule: rule({
				counts: 'fixes',
				clock: { kind: 'month' },
				majors: null,
				olderMajor: null,
				provable: false,
			}),
			sure: 'several summaries agree',
			reading:
				'It names a rhythm of patching, not a deadline for a release. A release that is missing for more than a calendar month breaks the rhythm. A version alone never proves it. Releases without CVE entries do not count.',
			notCovered: `automation, the rhythm itself, ${installations}`,
			neverProven: 'a version shows neither the rhythm nor automated patching',
		} as const,
		{
			key: 'pci-dss-4.0.1-6.3.3',
			name: 'PCI DSS',
			edition: '4.0.1, June 2024',
			section: '6.3.3',
			asks: 'Install patches for what you rank critical within one month of release.',
			time: 'the one month',
			rule: rule({ counts: 'fixes', clock: { kind: 'month' }, olderMajor: 'unknown', late: 'unknown' }),
			sure: 'several summaries agree',
			reading:
				'The ranking is your own. What is installed within a month is in line whatever its rank; what is later is unknown unless you say that unranked counts as critical (--unranked critical).',
			notCovered: `your ranking and the times you set for the rest, ${installations}`,
			neverProven: null,
		} as const,
		...withoutClock.map((framework) => ({
			...framework,
			asks: 'Names no time: you set it yourself.',
			time: '',
			rule: null,
			reading: 'Judge by a policy of your own (--grace-days), and name that policy.',
			notCovered: 'everything: it names no time',
			neverProven: null,
		})),
	].map((framework): [string, Framework] => [framework.key, framework]),
);
