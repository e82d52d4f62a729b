import { atPresent, isPulledForAll } from '../../advice/offered.ts';
import type { Board, Catalog, Major, Release, SecurityResponse } from '../../catalog/catalog.ts';
import { compareText } from '../../catalog/identifier.ts';
import { isOfferedResponse } from '../../catalog/security-response.ts';
import { daysBetween } from '../../text/day.ts';

/** A release with everything that both schemas have. */
export interface SofaRelease {
	readonly release: Release;
	readonly updateName: string;
	/** The build of the release; empty if none is known. */
	readonly build: string;
	readonly builds: readonly string[];
	/** RFC 3339 at midnight, because the hour is not known. */
	readonly releaseDate: string;
	/** The vendor's article, or its list of all articles if there is none. */
	readonly securityInfo: string;
	readonly devices: readonly string[];
	readonly cves: readonly { readonly id: string; readonly exploited: boolean; readonly inKev: boolean }[];
	readonly daysSincePrevious: number;
	/** The release that replaces it; null for the newest. */
	readonly next: Release | null;
	/** Whether it was made for only some boards of its major. */
	readonly deviceSpecific: boolean;
}

/** Leaves out pulled releases as well as withdrawn ones, because clients enforce the listed releases. */
export function isShown(release: Release): boolean {
	return !release.withdrawn && !isPulledForAll(release, atPresent);
}

/** The releases of a major, newest first. */
export function sofaReleases(catalog: Catalog, major: Major): SofaRelease[] {
	const releases = major.releases.filter(isShown);
	return releases.map((_, at) => sofaRelease(catalog, major, releases, at)).toReversed();
}

function sofaRelease(catalog: Catalog, major: Major, releases: readonly Release[], at: number): SofaRelease {
	const release = releases[at]!;
	const previous = releases[at - 1];
	const list = catalog.security.lists.get(release.version);
	const builds = release.builds.map(({ build }) => build);
	const main = release.builds.find(({ kind }) => kind === 'release') ?? release.builds[0];
	return {
		release,
		updateName: `${major.systemName.split(' ')[0]} ${[major.releaseName, release.version.replace(/^(\d+)\.0$/, '$1')].filter(Boolean).join(' ')}`,
		build: main?.build ?? '',
		builds,
		releaseDate: momentOf(release),
		securityInfo: englishArticle(list?.article ?? ''),
		devices: devicesOf(major, release),
		cves: (list?.fixes ?? []).map(({ cve }) => {
			const exploitation = catalog.security.cves.get(cve)?.exploitation ?? null;
			return { id: cve, exploited: exploitation !== null, inKev: exploitation?.kevAdded != null };
		}),
		daysSincePrevious: previous ? Math.max(0, daysBetween(previous.released, release.released)) : 0,
		next: releases[at + 1] ?? null,
		deviceSpecific: release.scope !== null,
	};
}

export function momentOf({ released }: Release): string {
	return `${released}T00:00:00Z`;
}

/**
 * The address of the vendor's article as SOFA has it, in English. Answers of the API name the address without a language
 * (`articleOf` in `api/reads/read.ts`), which opens in that of the reader.
 */
export function englishArticle(article: string): string {
	if (article === '') return 'https://support.apple.com/en-us/100100';
	return article.startsWith('HT')
		? `https://support.apple.com/kb/${article}`
		: `https://support.apple.com/en-us/${article}`;
}

/**
 * The boards that a release was offered to, spelled as in Apple's update service, because clients compare with that: T2 Macs
 * under both identifiers with `J...AP` in uppercase, all other Macs under their board ID.
 */
function devicesOf(major: Major, release: Release): string[] {
	return major.boards
		.filter((board) => board.support.get(major.name)!.offered.includes(release))
		.map(deviceOf)
		.sort();
}

function deviceOf({ id, kind }: Board): string {
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
	const models: Record<string, { MarketingName: string; SupportedOS: string[]; OSVersions: number[] }> = {};
	for (const [model, boards] of boardsByModel(catalog)) {
		const run = majors.filter(({ name }) => boards.some(({ support }) => support.has(name)));
		if (run.length === 0) continue;
		models[model] = {
			MarketingName: nameOfModel(model, boards),
			SupportedOS: run.map(titleOf),
			OSVersions: run.map(({ name }) => Number(name)),
		};
	}
	return models;
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

/** Several machines can share an identifier; all names are shown. */
function nameOf(names: readonly string[]): string {
	return [...new Set(names)].join(' / ');
}

/**
 * The Background Security Improvements by major, newest version first. SOFA's feed never had the Rapid Security
 * Responses of 2023.
 */
export function improvementsOf(majors: readonly Major[]) {
	const improvements = majors.map((major) => [major.name, ofMajor(major)] as const);
	return Object.fromEntries(improvements.filter(([, entries]) => entries.length > 0));
}

function ofMajor(major: Major) {
	return major.releases.toReversed().flatMap((release) =>
		release.responses
			.filter(({ kind, withdrawn }) => kind === 'bsi' && !withdrawn)
			.toReversed()
			.map((response) => entryOf(major, release, response)),
	);
}

function entryOf(major: Major, release: Release, response: SecurityResponse) {
	const { version, letter, build, baseBuild, released, supersededBy } = response;
	const next = supersededBy === null ? undefined : major.byVersion.get(supersededBy);
	const running = major.boards.filter(({ support }) => support.get(major.name)!.releases.includes(release));
	return {
		Version: version,
		VersionExtra: `(${letter})`,
		Build: build,
		PostingDate: released,
		DocumentationID: null,
		PrerequisiteVersion: null,
		PrerequisiteBuild: baseBuild,
		SupportedDevices: running
			.filter((board) => isOfferedResponse(response, board))
			.map(deviceOf)
			.sort(),
		SecurityInfo: englishArticle(response.article),
		CVEs: response.cves,
		DeviceScope: response.scope === 'all' ? 'universal' : 'device-specific',
		...(next && {
			SupersededBy: {
				ProductVersion: next.version,
				Build: next.builds.find(({ kind }) => kind === 'release')?.build ?? '',
				ReleaseDate: momentOf(next),
				DaysLater: daysBetween(released, next.released),
			},
		}),
	};
}
