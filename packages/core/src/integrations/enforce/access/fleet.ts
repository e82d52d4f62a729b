import type { Release } from '../../../catalog/catalog.ts';
import { compareText } from '../../../catalog/identifier.ts';
import { macsOf } from '../../../catalog/lookup.ts';
import { compareVersions } from '../../../catalog/version.ts';
import { groupBy } from '../../../text/group-by.ts';
import { sqlList, versionRow } from '../sql-text.ts';
import type { AccessRules } from './access-rules.ts';

/**
 * Whether a Mac is admitted, by names alone: a model and a version that the data does not know pass, because a policy that fails
 * ends in a blocked sign-in.
 */
export function fleetQuery(rules: AccessRules): string {
	const refused = refusedByModels(rules).map(
		({ models, versions }) =>
			`(system_info.hardware_model IN ${sqlList(models)} AND (os_version.major, os_version.minor, os_version.patch) IN (VALUES ${versions.map(versionRow).join(', ')}))`,
	);
	const condition = refused.length === 0 ? '1' : `NOT (${refused.join(' OR ')})`;
	return `SELECT 1 FROM os_version, system_info WHERE ${condition};`;
}

/** The models of which the same known versions are refused. */
function refusedByModels({ byModel, catalog, policy }: AccessRules) {
	const released = [...catalog.releases.values()]
		.filter(({ parsed, released }) => parsed.era === 'modern' && released <= policy.asOf)
		.toSorted((a, b) => compareVersions(a.parsed, b.parsed));
	const boards = macsOf(catalog).filter(
		({ kind, support }) =>
			kind !== 'virtual-machine' && [...support.values()].some(({ major }) => major.era === 'modern'),
	);
	const models = [...new Set(boards.flatMap(({ modelIdentifiers }) => modelIdentifiers))].sort(compareText);
	const ofMajors = new Map(byModel.map((rule) => [rule.major, rule]));
	const isRefused = (model: string, { major, parsed }: Release): boolean => {
		const rule = ofMajors.get(major);
		const other = rule?.others.find((each) => each.models.includes(model));
		const minimum = other ? other.minimum : (rule?.minimum ?? null);
		return !minimum || compareVersions(parsed, minimum.parsed) < 0;
	};
	const listing = (model: string) =>
		byModel.map(({ others }) => others.findIndex((each) => each.models.includes(model)));
	return [...groupBy(models, (model) => listing(model).join(' ')).values()].flatMap((same) => {
		const versions = released.filter((release) => isRefused(same[0]!, release)).map(({ version }) => version);
		return versions.length === 0 ? [] : [{ models: same, versions }];
	});
}
