/** Small documents in the formats of the feeds. Releases after 27.2 and boards from J900AP on are invented. */

export interface AppleEntry {
	version: string;
	build: string;
	date: string;
	boards: readonly string[];
	expires?: string;
}

/** A security response. */
export interface ResponseEntry {
	version: string;
	letter: string;
	build: string;
	base: string;
	date: string;
	boards: readonly string[];
	/** The members that only SOFA has. */
	cves?: readonly string[];
	article?: string;
}

/** Null for the responses omits the member of the document. */
export function appleDocument(
	open: readonly AppleEntry[],
	managed: readonly AppleEntry[] = [],
	responses: readonly ResponseEntry[] | null = [],
): string {
	const list = (entries: readonly AppleEntry[]) =>
		entries.map(({ version, build, date, boards, expires = '2099-01-01' }) => ({
			ProductVersion: version,
			Build: build,
			PostingDate: date,
			ExpirationDate: expires,
			SupportedDevices: boards,
		}));
	return JSON.stringify({
		PublicAssetSets: { iOS: [{ ProductVersion: 7 }], macOS: list(open) },
		AssetSets: { iOS: [], macOS: list(managed) },
		...(responses
			? { PublicBackgroundSecurityImprovements: { iOS: [{ Build: 7 }], macOS: responses.map(appleResponse) } }
			: {}),
	});
}

function appleResponse({ version, letter, build, base, date, boards }: ResponseEntry) {
	return {
		ProductVersion: version,
		ProductVersionExtra: letter,
		Build: build,
		PrerequisiteBuild: base,
		PostingDate: date,
		ExpirationDate: '2099-01-01',
		SupportedDevices: boards,
	};
}

export interface SofaEntry {
	version: string;
	date: string;
	builds?: readonly string[];
	boards?: readonly string[];
	type?: string;
	/** The CVEs that it fixes; without them the entry says nothing about fixes. */
	cves?: readonly string[];
	/** The address of the article, or the sentence in its place. */
	info?: string;
}

export function sofaDocument(
	entries: readonly SofaEntry[],
	responses: readonly ResponseEntry[] = [],
): string {
	const releases = entries.map(({ version, date, builds = [], boards, type = 'OS', cves, info }) => ({
		UpdateName: `macOS ${version}`,
		ProductVersion: version,
		Build: builds[0] ?? '',
		AllBuilds: builds,
		ReleaseDate: `${date}T00:00:00Z`,
		ReleaseType: type,
		...(boards ? { SupportedDevices: boards } : {}),
		...(info === undefined ? {} : { SecurityInfo: info }),
		...(cves ? { CVEs: Object.fromEntries(cves.map((cve) => [cve, { ActivelyExploited: true }])) } : {}),
	}));
	return JSON.stringify({
		SchemaVersion: '2.0',
		OSVersions: [{ OSVersion: 'Newest', Latest: {}, SecurityReleases: releases }],
		Models: {},
		BackgroundSecurityImprovements: Object.fromEntries(
			Map.groupBy(responses.map(sofaResponse), ({ Version }) => Version.split('.')[0]!),
		),
	});
}

function sofaResponse({ version, letter, build, base, date, boards, cves = [], article }: ResponseEntry) {
	return {
		Version: version,
		VersionExtra: letter,
		Build: build,
		PrerequisiteBuild: base,
		PostingDate: date,
		DocumentationID: null,
		SupportedDevices: boards,
		CVEs: cves,
		SecurityInfo: article ? `https://support.apple.com/en-us/${article}` : null,
	};
}

export interface KevEntry {
	cve: string;
	added: string;
	due: string;
}

export interface SafariEntry {
	version: string;
	date: string;
	cves?: readonly string[];
	info?: string;
}

/** SOFA's feed of Safari, in its second schema. */
export function safariDocument(entries: readonly SafariEntry[]): string {
	const releases = entries.map(({ version, date, cves = [], info = '' }) => ({
		ProductVersion: version,
		UpdateName: `Safari ${version}`,
		ProductName: 'Safari',
		ReleaseDate: `${date}T00:00:00Z`,
		ReleaseType: 'Safari',
		SecurityInfo: info,
		CVEs: Object.fromEntries(cves.map((cve) => [cve, { exploited: false }])),
	}));
	return JSON.stringify({
		Version: '2.0',
		AppVersions: [{ AppVersion: 'Safari', Latest: {}, SecurityReleases: releases }],
	});
}

export function kevDocument(entries: readonly KevEntry[]): string {
	return JSON.stringify({
		title: 'A catalogue',
		count: entries.length,
		vulnerabilities: entries.map(({ cve, added, due }) => ({
			cveID: cve,
			vendorProject: 'Apple',
			product: 'Multiple Products',
			dateAdded: added,
			dueDate: due,
			notes: '',
		})),
	});
}

export interface AppledbEntry {
	version: string;
	build: string;
	date: string;
	devices: readonly string[];
	beta?: boolean;
	preinstalled?: boolean;
}

export interface AppledbDevice {
	key: string;
	name: string;
	board: string | readonly string[];
	identifier?: string;
	released?: string;
}

/** The documents of AppleDB by path. */
export function appledbDocuments(
	entries: readonly AppledbEntry[],
	devices: readonly AppledbDevice[],
): Record<string, string> {
	const files: Record<string, string> = {
		'/ios/macOS/index.json': JSON.stringify([
			'macOS;25G83',
			'macOS;26B5099a',
			...entries.map(({ build }) => `macOS;${build}`),
		]),
		'/device/main.json': JSON.stringify([
			{ key: 'iPad99,1', name: 'A tablet', board: 'J999AP' },
			...devices.map(({ key, name, board, identifier = key, released = '2026-11-01' }) => ({
				key,
				name,
				board,
				identifier: [identifier],
				released: [released],
				type: 'Mac',
			})),
		]),
	};
	for (const { version, build, date, devices: deviceMap, beta, preinstalled } of entries)
		files[`/ios/macOS;${build}.json`] = JSON.stringify({
			osStr: 'macOS',
			version,
			build,
			released: date,
			...(beta ? { beta } : {}),
			...(preinstalled ? { preinstalled } : {}),
			deviceMap,
		});
	return files;
}
