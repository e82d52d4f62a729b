import { createHash } from 'node:crypto';
import { frameworks } from '../advice/policy/frameworks.ts';
import { rulesVersion } from '../advice/policy/rules-version.ts';
import type { Catalog } from '../catalog/catalog.ts';
import {
	type EvidenceMac,
	type EvidenceQuestion,
	type EvidenceReport,
	evidenceReport,
	exceptionsTable,
	frameworkText,
	parseReport,
	printReport,
	readReportHead,
	releasesTable,
	reportDifferences,
} from '../fleet/history/evidence.ts';
import { evidenceDocument, readmeText } from '../fleet/history/evidence-page.ts';
import { printSightings, readSightings } from '../fleet/history/evidence-sightings.ts';
import type { SeenFleet } from '../fleet/history/source.ts';
import { policyOfRecord } from '../fleet/report/report.ts';
import { Failure } from '../process/failure.ts';
import { parseCsv } from '../text/csv.ts';
import { isDay } from '../text/day.ts';
import type { EvidenceFolder } from './check-folder.ts';
import { type EarlierManifest, fileNames, inBatches, type Manifest } from './evidence-folder.ts';
import { parseExceptions } from './exceptions.ts';
import { pseudonymsWith } from './pseudonyms.ts';

/** The result of checking a folder of evidence. */
export interface EvidenceCheck {
	readonly manifest: Manifest | EarlierManifest;
	readonly signature: 'valid' | 'invalid' | 'none';
	/** The public key of a valid signature, base64; null without one. */
	readonly publicKey: string | null;
	/** The report of the folder; null if it cannot be read. */
	readonly report: EvidenceReport | null;
	/** One sentence for each difference. The folder is verified if there is none and its rules are those of this version. */
	readonly differences: readonly string[];
	/** For a folder that was made with other rules: the verdicts that the rules of this version change. */
	readonly changedByRules: readonly string[];
}

const unlikeOurs = 'report.json cannot be computed again: a member is missing or has another form';

/** The first rules that a folder of version 2 can follow. */
const firstRules = 3;
/** The most bytes of files that are read as a whole. A report of 500,000 Macs, or one that is as ours, is not larger. */
const mostBytes = { report: 128 * 1024 * 1024, table: 16 * 1024 * 1024 };
/** Ten years, as on the command line. */
const mostDays = 3650;

/**
 * Checks a folder: its files against the manifest, the manifest against its signature, and the report against a new one
 * that is computed from the sightings. What is checked depends on the version of the format, not on the program that the
 * folder names. `signer` is the public key that must have signed the folder; null if any or none will do.
 */
export function checkEvidence(
	folder: EvidenceFolder,
	catalog: Catalog,
	{ signer = null }: { signer?: string | null } = {},
): EvidenceCheck {
	const { manifest, signature, publicKey } = folder;
	const differences = [...folder.differences];
	if (signature === 'invalid') differences.push('the signature is not valid');
	else if (signer !== null && publicKey !== signer)
		differences.push(
			signature === 'none' ? 'the folder is not signed' : 'the folder was signed with another key',
		);
	const { report, differences: ofReport, changedByRules } = checkReport(folder, catalog);
	return {
		manifest,
		signature,
		publicKey,
		report,
		changedByRules,
		differences: [...differences, ...ofReport],
	};
}

/** What checked evidence says about one Mac. Pseudonymous evidence also needs the salt of the serial number. */
export function macInEvidence(
	{ macs, pseudonymous }: EvidenceReport,
	serial: string,
	salt: string,
): EvidenceMac[] {
	const serials = (pseudonymous ? pseudonymsWith(serial, salt) : [serial]).map((text) => text.toUpperCase());
	const verdicts = macs.filter((mac) => serials.includes(mac.serial.toUpperCase()));
	if (verdicts.length === 0)
		throw new Failure('unknown-mac', `No Mac of the folder has the serial number ${serial}.`);
	return verdicts;
}

type ReportCheck = Pick<EvidenceCheck, 'report' | 'differences' | 'changedByRules'>;

function checkReport(folder: EvidenceFolder, catalog: Catalog): ReportCheck {
	let report: EvidenceReport | null = null;
	try {
		const head = readReportHead(folder.text('report.json'));
		report = isReport(head) ? head : readReport(folder);
		const check = new ReportComparison(folder, catalog, report);
		report = check.report;
		return { report, differences: check.differences, changedByRules: check.changedByRules };
	} catch (thrown) {
		// Anybody may have written the folder, so every error in reading it is a difference, not an internal error.
		return {
			report,
			differences: [thrown instanceof Failure ? thrown.message : unlikeOurs],
			changedByRules: [],
		};
	}
}

function isReport(value: unknown): value is EvidenceReport {
	const report = value as EvidenceReport | null;
	return Array.isArray(report?.macs) && isDay(report.as_of);
}

/** The whole report with all Macs, which takes much memory: a folder without differences is checked without it. */
function readReport(folder: EvidenceFolder): EvidenceReport {
	const report = parseReport(folder.bytes('report.json', mostBytes.report).toString());
	if (isReport(report)) return report;
	throw new Failure('bad-evidence', 'report.json is not a report of evidence');
}

/** Computes the report again from the sightings, and compares all files with it. */
class ReportComparison {
	readonly differences: string[] = [];
	readonly changedByRules: string[] = [];
	readonly #folder: EvidenceFolder;
	readonly #catalog: Catalog;
	/** The report without Macs, until they are verified or needed to say how they differ. */
	#stated: EvidenceReport;
	/** The list for differences that other rules can explain. */
	readonly #ofRules: string[];

	constructor(folder: EvidenceFolder, catalog: Catalog, stated: EvidenceReport) {
		this.#folder = folder;
		this.#catalog = catalog;
		this.#stated = stated;
		const { version, as_of, data_version } = folder.manifest;
		const hasSameRules = version === 2 && stated.rules === rulesVersion;
		this.#ofRules = hasSameRules ? this.differences : this.changedByRules;
		const question = questionOf(stated, catalog, this.#exceptions());
		const fleet = readSightings(catalog, folder.text('sightings.csv'), stated.as_of);
		const recomputed = { ...evidenceReport(fleet, question), data_version: stated.data_version };
		this.#compareReport(recomputed);
		if (as_of !== stated.as_of || data_version !== stated.data_version)
			this.differences.push('manifest.json names another day or data version than report.json');
		this.#compareReleases();
		if (version === 2) this.#compareFiles(folder.manifest, question, fleet);
	}

	#exceptions(): EvidenceQuestion['exceptions'] {
		const name = fileNames.exceptions;
		if (!this.#folder.has(name)) return new Map();
		const text = this.#folder.bytes(name, mostBytes.table).toString();
		return parseExceptions(text, name, this.#stated.as_of);
	}

	/** The report of the folder. */
	get report(): EvidenceReport {
		return this.#stated;
	}

	#compareReport(recomputed: EvidenceReport): void {
		const { version } = this.#folder.manifest;
		const digest = this.#folder.digests.get('report.json');
		if (version === 2 && sha256Of(printReport(recomputed)) === digest) {
			this.#stated = recomputed;
			return;
		}
		const stated = readReport(this.#folder);
		this.#stated = stated;
		const { facts, verdicts } = reportDifferences(stated, recomputed, version);
		this.differences.push(...facts);
		this.#ofRules.push(...verdicts);
		if (version === 2 && !(Number.isSafeInteger(stated.rules) && stated.rules! >= firstRules))
			this.differences.push(
				`report.json names rules that version 2 never had: expected ${firstRules} or later`,
			);
		if (sha256Of(printReport(stated)) !== digest)
			this.differences.push('report.json has a member twice, or is written in another form');
	}

	#compareReleases(): void {
		const { as_of, data_version } = this.#stated;
		const releases = releasesTable(this.#catalog, as_of);
		const stated = this.#folder.bytes('releases.csv', mostBytes.table).toString();
		const days = differentDays(stated, releases);
		this.differences.push(...days);
		if (days.length === 0 && data_version === this.#catalog.dataVersion && stated !== releases)
			this.differences.push('releases.csv differs from the data of this version');
	}

	/** All other files follow from the report, the manifest and the sightings, byte for byte. */
	#compareFiles(manifest: Manifest, { framework }: EvidenceQuestion, fleet: SeenFleet): void {
		const stated = this.#stated;
		if (manifest.macs !== stated.macs_seen)
			this.differences.push('manifest.json names another number of Macs than report.json');
		if (sha256Of(printSightings(fleet)) !== this.#folder.digests.get('sightings.csv'))
			this.differences.push(
				'sightings.csv has a cell that this version does not know, or is written in another form',
			);
		if (stated.pseudonymous && hasRecognizable(fleet))
			this.differences.push('sightings.csv has serial numbers or names although the report is pseudonymous');
		const isSame = (name: string, text: string) => sha256Of([text]) === this.#folder.digests.get(name);
		// The page of a report that lacks a table cannot be drawn. The missing table is reported already.
		const document = drawn(() => evidenceDocument(stated, framework, manifest));
		if (document === null || !isSame('report.html', document))
			this.#ofRules.push('report.html does not show what report.json and manifest.json state');
		if (!isSame('framework.json', frameworkText(framework)))
			this.#ofRules.push('framework.json describes another framework or rule');
		if (!isSame('README.txt', readmeText(stated, manifest)))
			this.differences.push('README.txt differs from the one of the format');
		const exceptions = exceptionsTable(stated);
		const isOther =
			exceptions === null
				? this.#folder.has(fileNames.exceptions)
				: !this.#folder.has(fileNames.exceptions) || !isSame(fileNames.exceptions, exceptions);
		if (isOther) this.differences.push('exceptions.csv does not have the exceptions of report.json');
	}
}

function drawn(draw: () => string): string | null {
	try {
		return draw();
	} catch {
		return null;
	}
}

/** Whether pseudonymous sightings have serial numbers or names. */
function hasRecognizable(fleet: SeenFleet): boolean {
	for (const { mac } of fleet.timelines()) {
		const { serial, name, renamed } = fleet.mac(mac);
		if (!/^[0-9a-f]{64}$/.test(serial) || name !== null || renamed !== undefined) return true;
	}
	return false;
}

function sha256Of(pieces: Iterable<string>): string {
	const digest = createHash('sha256');
	for (const piece of inBatches(pieces)) digest.update(piece);
	return digest.digest('hex');
}

/** The question that a report answers. Settings that the program never writes are refused. */
function questionOf(
	{ framework: key, unranked, within, stale_days, pseudonymous, policy, from, as_of }: EvidenceReport,
	catalog: Catalog,
	exceptions: EvidenceQuestion['exceptions'],
): EvidenceQuestion {
	const framework = key === null ? null : frameworks.get(key);
	if (framework === undefined)
		throw new Failure(
			'bad-evidence',
			key === undefined
				? 'report.json has no framework'
				: `the framework ${JSON.stringify(key)} is not known to this version`,
		);
	const isDays = (value: unknown) =>
		Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostDays;
	const isSettings =
		isDays(within) &&
		isDays(stale_days) &&
		// The first version of the format has no period.
		(from === undefined || (typeof from === 'string' && isDay(from) && from <= as_of)) &&
		[null, 'critical'].includes(unranked) &&
		[true, false].includes(pseudonymous);
	if (!isSettings)
		throw new Failure('bad-evidence', 'report.json has a setting that the program does not write');
	return {
		catalog,
		from,
		framework,
		unranked,
		within,
		pseudonymous,
		exceptions,
		policy: policyOfRecord(policy, as_of),
		staleDays: stale_days,
	};
}

function differentDays(stated: string, recomputed: string): string[] {
	const days = (text: string) =>
		new Map(parseCsv(text).map(({ cells: [version = '', day = ''] }) => [version, day]));
	const [theirs, ours] = [days(stated), days(recomputed)];
	return [...theirs].flatMap(([version, day]) =>
		ours.get(version) === day
			? []
			: [`${version} came out on ${ours.get(version) ?? 'no day known'}, not on ${day}`],
	);
}
