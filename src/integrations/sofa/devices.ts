import type { Board, Catalog, Major, Release } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';

/**
 * The boards that a release was offered to, as the vendor's update service spells them, which is what clients compare with: a T2 Mac
 * under both of its identifiers, `J...AP` in capital letters, every other Mac under its board ID.
 */
export function devicesOf(major: Major, release: Release): string[] {
	return major.boards
		.filter((board) => board.support.get(major.name)!.offered.includes(release))
		.map(deviceOf)
		.sort();
}

export function deviceOf({ id, kind }: Board): string {
	return kind === 't2' ? id.toUpperCase() : id;
}

/** Every device that the majors name, with its model identifier and its name. */
export function devicesMap(majors: readonly Major[]) {
	const boards = new Set(majors.flatMap(({ boards }) => boards));
	return Object.fromEntries(
		[...boards].map((board) => [
			deviceOf(board),
			{
				...(board.modelIdentifiers[0] !== undefined && { DeviceID: board.modelIdentifiers[0] }),
				MarketingName: nameOf(board.machines.map(({ name }) => name)),
			},
		]),
	);
}

/** Every model identifier with its name and the majors of the feed that it runs, newest first. */
export function modelsOf(catalog: Catalog, majors: readonly Major[]) {
	const found: Record<string, { MarketingName: string; SupportedOS: string[]; OSVersions: number[] }> = {};
	for (const [model, boards] of boardsByModel(catalog)) {
		const run = majors.filter(({ name }) => boards.some(({ support }) => support.has(name)));
		if (run.length === 0) continue;
		found[model] = {
			MarketingName: nameOfModel(model, boards),
			SupportedOS: run.map(titleOf),
			OSVersions: run.map(({ name }) => Number(name)),
		};
	}
	return found;
}

/** The models of one major by family: `Mac mini`, `MacBook Pro`. */
export function supportedModels(catalog: Catalog, major: Major) {
	const families = new Map<string, Record<string, string>>();
	for (const [model, boards] of boardsByModel(catalog)) {
		if (!boards.some(({ support }) => support.has(major.name))) continue;
		const name = nameOfModel(model, boards);
		const family = name.split(' (')[0]!;
		families.set(family, { ...families.get(family), [model]: name });
	}
	return [...families]
		.sort(([a], [b]) => compareText(a, b))
		.map(([family, identifiers]) => ({ Model: family, URL: '', Identifiers: identifiers }));
}

/** `Tahoe 26`. */
export function titleOf({ releaseName, name }: Major): string {
	return releaseName === '' ? name : `${releaseName} ${name}`;
}

function boardsByModel({ boards }: Catalog): Map<string, Board[]> {
	const models = new Map<string, Board[]>();
	for (const board of boards.values())
		for (const model of board.modelIdentifiers) models.set(model, [...(models.get(model) ?? []), board]);
	return new Map([...models].sort(([a], [b]) => compareText(a, b)));
}

function nameOfModel(model: string, boards: readonly Board[]): string {
	const machines = boards.flatMap(({ machines }) => machines);
	return nameOf(machines.filter(({ modelIdentifier }) => modelIdentifier === model).map(({ name }) => name));
}

/** Several machines may share an identifier, and none of their names may be withheld. */
function nameOf(names: readonly string[]): string {
	return [...new Set(names)].join(' / ');
}
