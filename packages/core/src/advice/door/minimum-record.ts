import type { Release } from '../../catalog/catalog.ts';
import type { Policy } from '../policy/policy.ts';
import { type DoorAt, type Floor, lowestFloor, type MajorFloor, nextChange } from './minimum.ts';

/** Whether Macs that run no allowed major are admitted at a floor of their own. */
export type HardwareChoice = 'allow' | 'refuse';
export const hardwareChoices = ['allow', 'refuse'] as const;

/** What `/minimum/{policy}` answers and `minimum.json` has. `dataVersion` is that of the served data. */
export function minimumRecord(
	majors: readonly MajorFloor[],
	{ policy, dataVersion, at, hardware }: MinimumSetting,
) {
	const allowsHardware = hardware === 'allow';
	const usual = lowestFloor(majors.map(({ floor }) => floor));
	const withHardware = lowestFloor(majors.flatMap((major) => [major.floor, major.hardware]));
	const minimum = allowsHardware ? withHardware : usual;
	return {
		policy: policy.name,
		as_of: policy.asOf,
		data_version: dataVersion,
		at,
		hardware,
		minimum: minimum?.version ?? null,
		minimum_semver: minimum && semver(minimum),
		minimum_with_hardware: withHardware?.version ?? null,
		next_change: nextChange(majors),
		majors: majors.map((major) => {
			const { floor, target, closedOn, upperBound } = major;
			const shown = allowsHardware ? floorWithHardware(major) : floor;
			return {
				major: major.major,
				...floorMembers(shown),
				target_version: target?.version ?? null,
				closed_on: closedOn,
				upper_bound: upperBound,
				hardware: major.hardware && {
					...floorMembers(major.hardware),
					model_identifiers: major.hardware.modelIdentifiers,
				},
			};
		}),
	};
}

export interface MinimumSetting {
	readonly policy: Policy;
	readonly dataVersion: string;
	readonly at: DoorAt;
	readonly hardware: HardwareChoice;
}

export type MinimumRecord = ReturnType<typeof minimumRecord>;

/** The floor that holds where hardware is allowed: the lower one, or the one that there is. */
function floorWithHardware({ floor, hardware }: MajorFloor): Floor | null {
	const lowest = lowestFloor([floor, hardware]);
	return lowest && floor?.minimum === lowest ? floor : hardware;
}

function floorMembers(floor: Floor | null) {
	return {
		minimum: floor?.minimum.version ?? null,
		minimum_semver: floor && semver(floor.minimum),
		next_minimum: floor?.next?.version ?? null,
		next_on: floor?.nextOn ?? null,
	};
}

/** The same as `key=value` lines; the major is part of the key. */
export function minimumLines({ majors, ...record }: MinimumRecord): Record<string, string | null> {
	const { policy, minimum, minimum_semver, minimum_with_hardware, next_change, at, as_of, data_version } =
		record;
	return {
		policy,
		minimum,
		minimum_semver,
		minimum_with_hardware,
		...Object.fromEntries(
			majors.flatMap((major) => [
				[`minimum_${major.major}`, major.minimum],
				...(major.closed_on === null ? [] : [[`closed_${major.major}`, major.closed_on]]),
				...(major.next_on === null
					? []
					: [
							[`next_minimum_${major.major}`, major.next_minimum],
							[`next_on_${major.major}`, major.next_on],
						]),
			]),
		),
		next_change,
		at,
		as_of,
		data_version,
	};
}

/** `27.2.0`, for products that take three numbers only. */
export function semver({ parsed: { components } }: Release): string {
	return [0, 1, 2].map((at) => components[at] ?? 0).join('.');
}
