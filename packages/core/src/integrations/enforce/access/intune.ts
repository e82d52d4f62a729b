import type { Release } from '../../../catalog/catalog.ts';
import { lower, type MajorRule } from './access-rules.ts';

/** The limit of a filter's rule, by Microsoft's documentation. */
export const longestRule = 3072;

/**
 * Filters, and a compliance policy for each. All policies of a Mac must hold, and a Mac without one is compliant, so the filters
 * are disjoint and cover every version: their ranges follow each other, and each model of a range is in one filter.
 */
export function intuneFiles(rules: readonly MajorRule[], policy: string) {
	const assigned = rangesOf(rules).flatMap((range, at, ranges) =>
		assignmentsIn(range, ranges.slice(0, at)).map((each) => ({
			...each,
			name: `pointrelease ${policy} ${each.name}`,
		})),
	);
	return {
		filters: assigned.flatMap(({ name, rule }) =>
			rule === null
				? []
				: [{ displayName: name, platform: 'macOS', rule, assignmentFilterManagementType: 'devices' }],
		),
		policies: assigned.map(({ name, rule, minimum }) => ({
			filter: rule === null ? null : name,
			body: {
				'@odata.type': '#microsoft.graph.macOSCompliancePolicy',
				displayName: name,
				osMinimumVersion: minimum,
				scheduledActionsForRule: [{ ruleName: 'PasswordRequired', scheduledActionConfigurations: [block] }],
			},
		})),
	};
}

const block = {
	actionType: 'block',
	gracePeriodHours: 0,
	notificationTemplateId: '',
	notificationMessageCCList: [],
};

/** The versions from one major up to another. */
interface VersionRange extends Pick<MajorRule, 'minimum' | 'others'> {
	/** The same as long as the majors of the rules are the same. */
	readonly name: string;
	/** Null for everything below. */
	readonly from: string | null;
	/** Null for everything above. */
	readonly to: string | null;
}

/** Every version once, newest first. Nobody is admitted between two majors that do not follow each other. */
function rangesOf(rules: readonly MajorRule[]): VersionRange[] {
	return rules.flatMap((rule, at): VersionRange[] => {
		const { major, below, minimum, others } = rule;
		const to = rules[at - 1]?.major ?? null;
		const from = at === rules.length - 1 ? null : major;
		const own = { name: `macos-${major}`, from, to: to === null ? null : below, minimum, others };
		if (to === null || below === null || below === to) return [own];
		const name = Number(to) - 1 === Number(below) ? `macos-${below}` : `macos-${below}-to-${Number(to) - 1}`;
		return [{ name, from: below, to, minimum: null, others: [] }, own];
	});
}

interface Assignment {
	readonly name: string;
	/** The rule of its filter; null for all Macs, without a filter. */
	readonly rule: string | null;
	readonly minimum: string;
}

function assignmentsIn(range: VersionRange, above: readonly VersionRange[]): Assignment[] {
	const { name, from, to, minimum, others } = range;
	// What nobody in the range has: the version to install, or the end of the range.
	const refusing = above.flatMap((each) => each.minimum?.version ?? []).at(-1) ?? `${to ?? afterAll}.0`;
	const versions = [
		...(from === null ? [] : [`(device.operatingSystemVersion -ge ${from}.0)`]),
		...(to === null ? [] : [`(device.operatingSystemVersion -lt ${to}.0)`]),
	];
	const assignment = (suffix: string, required: Release | null, ...conditions: string[]): Assignment => ({
		name: `${name}${suffix}`,
		rule: [...versions, ...conditions].join(' and ') || null,
		minimum: required?.version ?? refusing,
	});
	if (others.length === 0) return [assignment('', minimum)];
	const assignments = [
		assignment('', minimum, `(device.model -notIn ${listOf(others.flatMap(({ models }) => models))})`),
		...others.map((other, at) =>
			assignment(
				`-models${at === 0 ? '' : `-${at + 1}`}`,
				other.minimum,
				`(device.model -in ${listOf(other.models)})`,
			),
		),
	];
	const fits = assignments.every(({ rule }) => rule!.length <= longestRule);
	// Without models the lowest of all, which refuses nobody whom the policy allows.
	return fits
		? assignments
		: [assignment('', [minimum, ...others.map((other) => other.minimum)].reduce(lower))];
}

const afterAll = 1000;

function listOf(models: readonly string[]): string {
	return `[${models.map((model) => `"${model.replaceAll('"', '')}"`).join(', ')}]`;
}
