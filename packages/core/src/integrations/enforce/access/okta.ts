import { sqlList } from '../sql-text.ts';
import { type AccessRules, listedModels, type MajorRule } from './access-rules.ts';

/**
 * The query of a posture check: one row, 1 or 0. `osquery` has the version as three numbers, and the model that is in
 * the data too.
 */
export function oktaQuery({ byModel, majors }: AccessRules): string {
	const newest = majors[0]!.major;
	const admitted = [`o.major > ${newest}`, ...byModel.flatMap(conditionsOf)];
	return `SELECT CASE WHEN ${admitted.join(' OR ')} THEN 1 ELSE 0 END AS ok FROM os_version o, system_info s;`;
}

function conditionsOf(rule: MajorRule): string[] {
	const { major, minimum, others } = rule;
	const listed = listedModels(rule);
	const from = ({ parsed: { components } }: NonNullable<MajorRule['minimum']>) =>
		`o.major = ${major} AND (o.minor, o.patch) >= (${components[1] ?? 0}, ${components[2] ?? 0})`;
	return [
		...(minimum === null
			? []
			: [
					`(${from(minimum)}${listed.length === 0 ? '' : ` AND s.hardware_model NOT IN ${sqlList(listed)}`})`,
				]),
		...others.flatMap((other) =>
			other.minimum === null
				? []
				: [`(${from(other.minimum)} AND s.hardware_model IN ${sqlList(other.models)})`],
		),
	];
}
