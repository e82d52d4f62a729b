import { verdictWords } from '../../advice/verdict-words.ts';
import {
	boardVersion,
	cveId,
	day,
	enrolled,
	items,
	machine,
	policyTerms,
	reported,
	type ValueSchema,
} from '../parameters.ts';
import { readAdvice } from '../reads/advice.ts';
import { readAdvices } from '../reads/advice-list.ts';
import { readCve, readCveCheck } from '../reads/cves.ts';
import { readExposure } from '../reads/exposure.ts';
import { readPolicies } from '../reads/policies.ts';
import { read } from '../route.ts';

/** Facts as `key=value` lines, for shells. */
const lines: ValueSchema = { type: 'string', pattern: '^([a-z_]+=[A-Za-z0-9._,-]*\\n)+$' };

/** Where a Mac stands: what it lacks, and what a policy requires of it. */
export const standingRoutes = [
	read({
		path: '/advice',
		operationId: 'getAdvices',
		summary: 'Advice for many Macs',
		description: `Up to 100 times \`item\`, each \`BOARD:VERSION\` as in \`/advice/{board_version}\`, with the same policy for all. Each item has its own outcome.

With \`Accept: application/x-ndjson\` each outcome is a line.`,
		query: { item: items, ...day, ...policyTerms },
		answer: 'AdviceList',
		forms: {
			'application/x-ndjson': { type: 'string', description: 'An `AdviceOutcome` to a line.' },
		},
		answerIs: 'The outcomes, in the order they were asked for.',
		validFor: 'day',
		handler: readAdvices,
	}),
	read({
		path: '/advice/{board_version}',
		operationId: 'getAdvice',
		summary: 'Update status of a Mac, and what to do',
		description: `Whether the version is ${verdictWords.current}, ${verdictWords.behind} or ${verdictWords.unsupported}, the next release, how many fixes are missing, and what a policy requires by when.

\`version\` may be any number: a version that is newer than every known release, unknown, or made for other boards is answered as far as possible, and \`version_standing\` says which it is. A missing third component counts as zero; a bare major version such as \`26\` is not its first release, and is \`unknown\`. \`days_behind\` counts from the day the next release came out.

A build may replace the version (\`J174AP:19H1217\`) or follow it (\`J174AP:10.15.7 (19H1217)\`). Then updates that keep the version number count too: \`updates_behind\` of them are missing, \`is_current\` and \`standing\` take them into account, and \`days_behind\` counts from the first.

The target is the latest release of an allowed major version that is offered to the Mac, at least \`defer_days\` old and not excluded: of the Mac's own major version if that is allowed, else of the oldest allowed one that it runs. Allowed are the major versions up to \`behind\` back from Apple's newest on \`as_of\`, which counts once its first release is \`defer_major_days\` old, and everything newer. While that has no release old enough, the newest older major version that has one takes its place; while an allowed own major version has none, nothing is required. A board that runs no allowed major version gets the latest release of its own last one as target and never meets the policy (\`blocked_by\`).

Deadlines are set per release. A Mac that is enrolled, or changes its major version, after the deadline is ${verdictWords.overdue} immediately.

Parameters override the terms of the named \`policy\`. Without any of them there is no policy: \`meets_policy\`, \`deadline\` and \`blocked_by\` are null.

\`Accept: text/plain\` gives the same as \`key=value\` lines without the summary; null is an empty value.`,
		parameters: {
			board_version: boardVersion({
				modern: 'J293AP:14.7.2',
				classic: 'M0001A:6.0.8',
				build: 'J174AP:19H1217',
			}),
		},
		query: { ...day, ...policyTerms, machine, ...reported, ...enrolled },
		answer: 'Advice',
		forms: { 'text/plain': lines },
		examples: {
			behind: '/advice/J293AP:14.7.2?as_of=2026-11-01&behind=1&defer_days=30',
			current: '/advice/J293AP:27.2?as_of=2026-11-01',
			newerThanKnown: '/advice/J293AP:27.9?as_of=2026-11-01',
		},
		validFor: 'day',
		handler: readAdvice,
	}),
	read({
		path: '/exposure/{board_version}',
		operationId: 'getExposure',
		summary: 'Fixes that a Mac is missing',
		description: `CVEs fixed in later releases of this major version, known exploited vulnerabilities first, each with the release it is fixed in. A release contains the fixes of earlier releases of its major version.

CVEs that newer major versions fix and this one does not list are counted separately, because Apple has not said whether this one is affected: \`fixed_elsewhere_count\` while it has had no release since, \`not_stated_count\` if it has. So an unsupported version is not clean even if nothing is missing.

\`safari\` is the version of Safari that the Mac has. With it, fixes that this major version gets by Safari count as missing (\`safari_missing_count\` of them) or not at all; without it they stay where they are, and \`safari_not_reported_count\` says how many it would decide.

\`Accept: text/plain\` gives the counts as \`key=value\` lines, with the exploited CVEs.`,
		parameters: { board_version: boardVersion({ modern: 'J293AP:14.8.8', ended: 'J293AP:13.7.8' }) },
		query: { ...day, ...reported },
		answer: 'Exposure',
		forms: { 'text/plain': lines },
		examples: {
			one: '/exposure/J293AP:14.8.8?as_of=2026-11-01',
			ended: '/exposure/J293AP:13.7.8?as_of=2026-11-01',
		},
		validFor: 'day',
		handler: readExposure,
	}),
	read({
		path: '/cves/{cve_id}',
		operationId: 'getCve',
		summary: 'Which releases fix a CVE',
		description:
			"The releases of 11 and later that fix it, what is known for each major version, and whether it is exploited: listed in CISA's KEV catalog, or reported by Apple. Where Apple's CVE record was read, its sentence on the impact and CISA's assessment are there too. Letters match in any case.",
		parameters: { cve_id: cveId },
		query: day,
		answer: 'Cve',
		forms: { 'text/plain': lines },
		examples: {
			exploited: '/cves/CVE-2026-65400?as_of=2026-11-01',
			fixed: '/cves/CVE-2024-23232?as_of=2026-11-01',
		},
		validFor: 'day',
		handler: readCve,
	}),
	read({
		path: '/cves/{cve_id}/{board_version}',
		operationId: 'getCveCheck',
		summary: 'Whether a Mac has the fix of a CVE',
		description: `For a board on a version: \`fixed\`, \`missing\`, \`not-stated\` or \`unknown\`, why, and what to install.

A CVE that a newer major version fixed and this one does not list is \`not-stated\`: silence does not prove that it is safe. Scanners that know only ranges such as "before 26.2" report such Macs as vulnerable.

Fixes of WebKit reach the two major versions below the newest by Safari. \`safari\` is the version that the Mac has: with it such a CVE is \`fixed\` (\`fixed_because: "safari"\`) or \`missing\` (\`install_safari\`), without it \`not-stated\` with the Safari that has the fix. Apple does not say that the web views of other apps have it, too.`,
		parameters: {
			cve_id: cveId,
			board_version: boardVersion({ modern: 'J293AP:14.8.8', ended: 'J293AP:13.7.8' }),
		},
		query: { ...day, ...reported },
		answer: 'CveCheck',
		forms: { 'text/plain': lines },
		examples: {
			missing: '/cves/CVE-2026-65400/J293AP:14.7.2?as_of=2026-11-01',
			notStated: '/cves/CVE-2025-43300/J293AP:12.7.6?as_of=2026-11-01',
			inSafari: '/cves/CVE-2025-43529/J293AP:15.8.2?as_of=2026-11-01&safari=26.6.1',
		},
		validFor: 'day',
		handler: readCveCheck,
	}),
	read({
		path: '/policies',
		operationId: 'getPolicies',
		summary: 'Named policies',
		description:
			"The policies for `policy` of `/advice`, in the order of the operator's file; empty if none are set up.",
		query: {},
		answer: 'PolicyList',
		examples: { builtIn: '/policies' },
		handler: readPolicies,
	}),
] as const;
