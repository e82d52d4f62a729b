import {
	type DoorAt,
	lowestFloor,
	type MajorFloor,
	minimumVersions,
	nextChange,
} from '../../../advice/door/minimum.ts';
import type { HardwareChoice } from '../../../advice/door/minimum-record.ts';
import type { Policy } from '../../../advice/policy/policy.ts';
import type { Catalog, Release } from '../../../catalog/catalog.ts';
import { compareText } from '../../../catalog/identifier.ts';
import { compareVersions } from '../../../catalog/version.ts';
import { groupBy } from '../../../text/group-by.ts';

/** The versions of a major that are admitted, for all Macs or for those of some models. */
export interface MajorRule {
	readonly major: string;
	/** Versions of the major are below this number; null for the newest major. */
	readonly below: string | null;
	/** For all Macs but those of `others`; null if none is admitted. */
	readonly minimum: Release | null;
	/** The models with another minimum, or with none. */
	readonly others: readonly { readonly minimum: Release | null; readonly models: readonly string[] }[];
}

/** What a door admits, for products that know the models of Macs and for those that do not. */
export interface AccessRules {
	readonly catalog: Catalog;
	readonly policy: Policy;
	readonly at: DoorAt;
	/** Null while nobody decided. */
	readonly hardware: HardwareChoice | null;
	readonly nextChange: string | null;
	/** Newest major first. Only majors on which some Mac is admitted. */
	readonly byModel: readonly MajorRule[];
	/** The same without models; null while nobody decided about hardware, and it matters. */
	readonly byVersion: readonly MajorRule[] | null;
	readonly majors: readonly MajorFloor[];
}

export function accessRules(
	catalog: Catalog,
	policy: Policy,
	{ at, hardware }: { readonly at: DoorAt; readonly hardware: HardwareChoice | null },
): AccessRules {
	const majors = minimumVersions(catalog, policy, at);
	const isDecided = hardware !== null || majors.every((major) => major.hardware === null);
	return {
		catalog,
		policy,
		at,
		hardware,
		nextChange: nextChange(majors),
		byModel: majors.map((major) => ruleByModel(major, hardware !== 'refuse')).filter(admitsSome),
		byVersion: isDecided
			? majors.map((major) => ruleByVersion(major, hardware === 'allow')).filter(admitsSome)
			: null,
		majors,
	};
}

function admitsSome({ minimum, others }: MajorRule): boolean {
	return minimum !== null || others.some((other) => other.minimum !== null);
}

function ruleByVersion(
	{ major, upperBound, floor, hardware }: MajorFloor,
	allowsHardware: boolean,
): MajorRule {
	const minimum = lowestFloor([floor, allowsHardware ? hardware : null]);
	return { major, below: upperBound, minimum, others: [] };
}

/**
 * Models that the data does not know get the lowest floor of the major, so that a new Mac is not locked out; a model with a
 * higher floor is listed. A model of several boards has the lowest of theirs.
 */
function ruleByModel({ major, upperBound, floor, kinds }: MajorFloor, allowsHardware: boolean): MajorRule {
	const usual = floor?.minimum ?? null;
	const ofModels = new Map<string, Release | null>();
	for (const { boards, isBlocked, admitted, mayBeAllowed } of kinds) {
		const own = isBlocked && !(allowsHardware && mayBeAllowed) ? null : (admitted[0] ?? null);
		for (const model of boards.flatMap(({ modelIdentifiers }) => modelIdentifiers)) {
			const before = ofModels.get(model);
			ofModels.set(model, before === undefined ? own : lower(before, own));
		}
	}
	return { major, below: upperBound, minimum: usual, others: othersOf(ofModels, usual) };
}

/** The same with the names that people know in place of model identifiers. A name of several models has the lowest of theirs. */
export function rulesByName({ catalog, byModel }: AccessRules): MajorRule[] {
	const modelsOfNames = groupBy(
		[...catalog.boards.values()].flatMap(({ modelIdentifiers, machines }) =>
			modelIdentifiers.flatMap((model) => machines.map(({ name }) => ({ name, model }))),
		),
		({ name }) => name,
	);
	return byModel.map((rule) => {
		const listed = new Map(
			rule.others.flatMap(({ minimum, models }) => models.map((model) => [model, minimum])),
		);
		const ofNames = new Map<string, Release | null>();
		for (const [name, models] of modelsOfNames) {
			if (name === '' || !models.some(({ model }) => listed.has(model))) continue;
			const minima = models.map(
				({ model }) => listed.get(model) ?? (listed.has(model) ? null : rule.minimum),
			);
			ofNames.set(name, minima.reduce(lower));
		}
		return { ...rule, others: othersOf(ofNames, rule.minimum) };
	});
}

function othersOf(minima: ReadonlyMap<string, Release | null>, usual: Release | null): MajorRule['others'] {
	const different = [...minima].filter(([, minimum]) => minimum !== usual);
	return [...groupBy(different, ([, minimum]) => minimum)].map(([minimum, models]) => ({
		minimum,
		models: models.map(([model]) => model).sort(compareText),
	}));
}

export function lower(a: Release | null, b: Release | null): Release | null {
	if (!a || !b) return a ?? b;
	return compareVersions(a.parsed, b.parsed) <= 0 ? a : b;
}

/** The one number of products that take no more; null while nobody decided about hardware. */
export function oneNumber({ byVersion }: AccessRules): Release | null {
	return byVersion?.flatMap(({ minimum }) => minimum ?? []).at(-1) ?? null;
}

/** The models whose minimum differs, each once. */
export function listedModels({ others }: MajorRule): string[] {
	return others.flatMap(({ models }) => models).sort(compareText);
}
