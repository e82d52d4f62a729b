import { type AccessRules, listedModels, type MajorRule } from './access-rules.ts';

interface Criterion {
	readonly name: 'Operating System Version' | 'Model Identifier';
	readonly priority: number;
	readonly andOr: 'and' | 'or';
	readonly searchType: string;
	readonly value: string;
	readonly openingParen: boolean;
	readonly closingParen: boolean;
}

type Condition = Pick<Criterion, 'name' | 'searchType' | 'value'>;

/** A smart group of the Macs that are admitted: a pair of parentheses for each range of versions. */
export function jamfGroup({ byModel, policy }: AccessRules) {
	const ranges = byModel.flatMap(rangesOf);
	const criteria = ranges.flatMap((conditions, at) =>
		conditions.map((condition, place) => ({
			...condition,
			andOr: place === 0 && at > 0 ? ('or' as const) : ('and' as const),
			openingParen: place === 0,
			closingParen: place === conditions.length - 1,
		})),
	);
	return {
		name: `pointrelease ${policy.name} admitted`,
		criteria: criteria.map((each, priority): Criterion => ({ ...each, priority })),
	};
}

function rangesOf(rule: MajorRule): Condition[][] {
	const { minimum, below, others } = rule;
	const listed = listedModels(rule);
	const range = (from: NonNullable<MajorRule['minimum']>, ...model: Condition[]): Condition[] => [
		version('greater than or equal', from.version),
		...(below === null ? [] : [version('less than', below)]),
		...model,
	];
	return [
		...(minimum === null
			? []
			: [range(minimum, ...(listed.length === 0 ? [] : [model('does not match regex', listed)]))]),
		...others.flatMap((other) =>
			other.minimum === null ? [] : [range(other.minimum, model('matches regex', other.models))],
		),
	];
}

function version(searchType: string, value: string): Condition {
	return { name: 'Operating System Version', searchType, value };
}

function model(searchType: string, models: readonly string[]): Condition {
	const escaped = models.map((each) => each.replaceAll(/[^A-Za-z0-9, -]/g, '\\$&'));
	return { name: 'Model Identifier', searchType, value: `^(${escaped.join('|')})$` };
}
