import { compareVersions, parseVersion } from '../../../catalog/version.ts';
import type { NewlyEnrolled } from '../formats.ts';
import type { AccessRules } from './access-rules.ts';

/**
 * How many Macs are refused to which the policy still gives time because they are new, which a door cannot know. Those whose target
 * is refused, too, are refused for their hardware, and not counted here.
 */
export function refusedInEnrollmentGrace(rules: AccessRules, macs: readonly NewlyEnrolled[]): number {
	return macs.filter(({ boardIds, version, target }) => {
		const { boards } = rules.catalog;
		const models = boardIds.flatMap((id) => boards.get(id)?.modelIdentifiers ?? []);
		// Of a Mac that may be several, only what is true of all is said.
		return (
			models.length > 0 &&
			models.every((model) => admits(rules, model, target) && !admits(rules, model, version))
		);
	}).length;
}

/** Whether products that know the models of Macs admit a version. One that cannot be read is not refused. */
function admits({ byModel, majors }: AccessRules, model: string, text: string): boolean {
	const version = parseVersion(text);
	if (!version || Number(version.major) > Number(majors[0]?.major)) return true;
	const rule = byModel.find(({ major }) => major === version.major);
	if (!rule) return false;
	const other = rule.others.find(({ models }) => models.includes(model));
	const { minimum } = other ?? rule;
	return minimum !== null && compareVersions(version, minimum.parsed) >= 0;
}
