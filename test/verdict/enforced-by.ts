import type { Policy } from '@pointrelease/core/src/advice/policy/policy.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { activeDeclarations } from '../enforce/active-declarations.ts';
import { enforcementFiles } from '../enforce/enforcement-files.ts';
import { fleetdmDeclarations } from '../enforce/fleetdm-labels.ts';
import { nudgeChoice } from '../enforce/nudge-choice.ts';
import type { Case } from './macs.ts';
import { isAbove } from './oracle-majors.ts';

/** The requirement of a policy for a Mac below its target. */
export interface Asked {
	readonly version: string;
	readonly deadline: string | null;
}

interface NotCovered {
	readonly reason: string;
	readonly group: string | null;
	readonly installed_majors: readonly string[];
	readonly versions: readonly string[] | null;
	readonly board_ids: readonly string[];
}

interface Coverage {
	readonly not_covered: readonly NotCovered[];
	readonly left_out: readonly Omit<NotCovered, 'versions'>[];
}

interface Due {
	readonly versions: readonly string[];
	readonly deadline: string | null;
	readonly enforced_on: string | null;
}

interface Group extends Due {
	readonly name: string;
	readonly target_version: string;
	readonly board_ids: readonly string[];
	readonly installed_majors: readonly string[];
	readonly late: readonly Due[];
}

/** The fault of a format for a Mac; null if it agrees with the requirement, or is silent and says so. */
export type Fault = (mac: Case, asked: Asked | null) => string | null;

/** The files of every format for a policy, each evaluated as its consumers do. */
export function enforcedBy(catalog: Catalog, policy: Policy, cases: readonly Case[]): Record<string, Fault> {
	const filesFor = (format: 'ddm' | 'fleet' | 'nudge', ownMajor: boolean) => {
		const needsDeadline = policy.graceDays === null && policy.exploitedGraceDays === null;
		return needsDeadline && format !== 'fleet'
			? null
			: enforcementFiles(catalog, policy, format, {
					ownMajor,
					...(format === 'ddm' && { activations: true }),
				});
	};
	const faults: Record<string, Fault> = {};
	const models = cases.flatMap(({ board, release }) =>
		board.modelIdentifiers.map((model) => ({ model, version: release.version })),
	);
	const ddm = filesFor('ddm', true);
	if (ddm) {
		const list = JSON.parse(ddm[0].body) as Coverage & { readonly groups: readonly Group[] };
		faults.groups = inGroups(list, policy.asOf);
		const active = activeDeclarations(ddm);
		faults.activations = declared(list, policy.asOf, (model, version) => active(model, version));
	}
	const fleet = filesFor('fleet', false)!;
	const labels = fleetdmDeclarations(fleet, models);
	faults.fleet = declared(
		coverageOf(fleet),
		policy.asOf,
		(model, version) => labels.get(`${model} ${version}`) ?? [],
	);
	const nudge = filesFor('nudge', false);
	if (nudge && ddm) {
		const coverage = coverageOf(nudge);
		const all = JSON.parse(nudge[0].body);
		faults.nudge = reminded(coverage, policy.asOf, null, (version) => nudgeChoice(all, version));
		const { groups } = JSON.parse(ddm[0].body) as { groups: readonly Group[] };
		for (const ownMajor of [false, true]) {
			const files = filesFor('nudge', ownMajor)!;
			const ofGroups = coverageOf(files);
			const byName = new Map(files.slice(1).map(({ name, body }) => [name, JSON.parse(body)]));
			faults[ownMajor ? 'nudge of groups, own majors' : 'nudge of groups'] = (mac, asked) => {
				const group = groupOf(groups, mac);
				const file = group && byName.get(`nudge-${group.name}.json`);
				const fault = reminded(ofGroups, policy.asOf, group?.name ?? null, (version) =>
					file ? nudgeChoice(file, version) : null,
				);
				return fault(mac, asked);
			};
		}
	}
	return faults;
}

function coverageOf(files: readonly { readonly name: string; readonly body: string }[]): Coverage {
	return JSON.parse(files.find(({ name }) => name === 'not-covered.json')!.body);
}

function groupOf(groups: readonly Group[], { board, release }: Case): Group | undefined {
	return groups.find(
		({ board_ids: ids, installed_majors: majors }) =>
			ids.includes(board.id) && majors.includes(release.major),
	);
}

/** The reasons why a format says nothing to a Mac. */
function silentBecause({ not_covered, left_out }: Coverage, { board, release }: Case, group?: string | null) {
	const names = ({ board_ids: ids, installed_majors: majors }: Omit<NotCovered, 'versions'>) =>
		ids.includes(board.id) && majors.includes(release.major);
	return [
		...left_out.filter(names),
		...not_covered.filter(
			(entry) =>
				names(entry) &&
				(entry.versions === null || entry.versions.includes(release.version)) &&
				(group === undefined || entry.group === group),
		),
	].map(({ reason }) => reason);
}

/** A past day would restart Macs at once, so files name tomorrow. */
function enforcedDay(deadline: string, asOf: string): string {
	const tomorrow = new Date(Date.parse(asOf) + 86_400_000).toISOString().slice(0, 10);
	return deadline > tomorrow ? deadline : tomorrow;
}

function inGroups(
	{ groups, left_out }: Coverage & { readonly groups: readonly Group[] },
	asOf: string,
): Fault {
	return (mac, asked) => {
		const groupsOfMac = groups.filter((group) => groupOf([group], mac));
		const isLeftOut = left_out.some(
			({ board_ids: ids, installed_majors: majors }) =>
				ids.includes(mac.board.id) && (majors.length === 0 || majors.includes(mac.release.major)),
		);
		if (groupsOfMac.length + Number(isLeftOut) !== 1)
			return `in ${groupsOfMac.length} groups, left out: ${isLeftOut}`;
		const [group] = groupsOfMac;
		if (!group) return null;
		const due = [group, ...group.late].find(({ versions }) => versions.includes(mac.release.version));
		if (!asked || !due) return asked || due ? `asked ${asked?.version}, listed ${due?.deadline}` : null;
		if (group.target_version !== asked.version) return `target ${group.target_version}, not ${asked.version}`;
		const day = asked.deadline && enforcedDay(asked.deadline, asOf);
		return due.deadline === asked.deadline && due.enforced_on === day
			? null
			: `by ${due.deadline} on ${due.enforced_on}, not ${asked.deadline}`;
	};
}

type Ask = { readonly version: string; readonly date: string };

/** Declarations are assigned by model: the requirement that a Mac of the board gets under each of its models. */
function declared(
	coverage: Coverage,
	asOf: string,
	given: (model: string, version: string) => readonly Ask[],
): Fault {
	return (mac, asked) => {
		const { board, release } = mac;
		const reasons = silentBecause(coverage, mac);
		for (const model of board.modelIdentifiers) {
			const asks = given(model, release.version);
			if (asks.length > 1) return `${model} has ${asks.length} declarations`;
			const [ask] = asks;
			if (!ask) {
				if (asked && reasons.length === 0) return `${model} has no declaration, and no reason says why`;
				continue;
			}
			// A model shared by boards with different targets gets the oldest target.
			if (reasons.includes('shared-model') || reasons.includes('virtual-machine')) continue;
			const date = asked?.deadline && `${enforcedDay(asked.deadline, asOf)}T12:00:00`;
			if (ask.version !== asked?.version || ask.date !== date)
				return `${model} is declared ${ask.version} by ${ask.date}`;
		}
		return board.modelIdentifiers.length === 0 && asked && reasons.length === 0
			? 'no model, and no reason says so'
			: null;
	};
}

/** Nudge only knows the version of a Mac. */
function reminded(
	coverage: Coverage,
	asOf: string,
	group: string | null,
	choice: (version: string) => Ask | null,
): Fault {
	return (mac, asked) => {
		const { version } = mac.release;
		const chosen = choice(version);
		if (!chosen || !isAbove(chosen.version, version)) {
			// The files say once that Nudge does not run on a major.
			const isSaid =
				silentBecause(coverage, mac, group).length > 0 ||
				silentBecause(coverage, mac, null).includes('needs-macos-12');
			return asked && !isSaid ? 'no rule, and no reason says why' : null;
		}
		const date = asked?.deadline && `${enforcedDay(asked.deadline, asOf)}T12:00:00Z`;
		return chosen.version === asked?.version && chosen.date === date
			? null
			: `rule for ${chosen.version} by ${chosen.date}`;
	};
}
