import { createHash } from 'node:crypto';
import { frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { parseCsv } from '@pointrelease/core/src/text/csv.ts';
import { isDay } from '@pointrelease/core/src/text/day.ts';
import {
	type EvidenceMac,
	type EvidenceQuestion,
	type EvidenceReport,
	evidenceReport,
	exceptionsTable,
	parseReport,
	printReport,
	readReportHead,
	releasesTable,
	reportDifferences,
} from '../fleet/history/evidence.ts';
import { printSightings, readSightings } from '../fleet/history/evidence-sightings.ts';
import type { SeenFleet } from '../fleet/history/source.ts';
import { statedValues } from '../fleet/history/stated.ts';
import { policyOfRecord } from '../fleet/report/report.ts';
import { evidenceDocument, evidenceSummary } from '../page/documents/documents.ts';
import { inBatches } from '../process/draft-file.ts';
import { Failure } from '../process/failure.ts';
import type { EvidenceFolder } from './check-folder.ts';
import { fileNames } from './evidence-format.ts';
import { parseExceptions } from './exceptions.ts';
import type { Manifest } from './manifest-definition.ts';
import { pseudonymWith } from './pseudonyms.ts';

/** The result of checking a folder of evidence. */
export interface EvidenceCheck {
	readonly manifest: Manifest;
	readonly signature: 'valid' | 'invalid' | 'none';
	/** The public key of a valid signature, base64; null without one. */
	readonly publicKey: string | null;
	/** The report of the folder; null if it cannot be read. */
	readonly report: EvidenceReport | null;
	/** What shows that the folder was altered, a sentence each. */
	readonly altered: readonly string[];
	/** What the folder says otherwise than other rules or data, those of this program, do. */
	readonly judgedDifferently: readonly string[];
}

/** The first rules that a folder can follow. */
const firstRules = 3;
/** The most bytes of files that are read as a whole. A report of 500,000 Macs, or one that is as ours, is not larger. */
const mostBytes = { report: 128 * 1024 * 1024, table: 16 * 1024 * 1024 };
/** Ten years, as on the command line. */
const mostDays = 3650;

/**
 * Checks a folder: its files against the manifest, the manifest against its signature, and the report against a new one that
 * is computed from the sightings. `signer` is the public key that must have signed the folder; null if any or none will do.
 */
export function checkEvidence(
	folder: EvidenceFolder,
	catalog: Catalog,
	{ signer = null }: { signer?: string | null } = {},
): EvidenceCheck {
	const { manifest, signature, publicKey } = folder;
	const altered = [...folder.differences];
	if (signature === 'invalid') altered.push('the signature is not valid');
	else if (signer !== null && publicKey !== signer)
		altered.push(
			signature === 'none' ? 'the folder is not signed' : 'the folder was signed with another key',
		);
	const again = new SecondJudgment(folder, catalog);
	altered.push(...again.altered);
	const { report, judgedDifferently } = again;
	return { manifest, signature, publicKey, report, altered, judgedDifferently };
}

/** What checked evidence says about one Mac. Pseudonymous evidence also needs the salt of the serial number. */
export function macInEvidence(
	{ macs, pseudonymous }: EvidenceReport,
	serial: string,
	salt: string,
): EvidenceMac[] {
	const wanted = (pseudonymous ? pseudonymWith(serial, salt) : serial).toUpperCase();
	const verdicts = macs.filter((mac) => mac.serial.toUpperCase() === wanted);
	if (verdicts.length === 0)
		throw new Failure('unknown-mac', `No Mac of the folder has the serial number ${serial}.`);
	return verdicts;
}

/** Judges the sightings again, and compares what the folder states. */
class SecondJudgment {
	readonly altered: string[] = [];
	readonly judgedDifferently: string[] = [];
	/** The report of the folder: without its Macs until they are computed again, or differ. */
	report: EvidenceReport | null = null;
	/** The list for what differs: the same rules and data can only give the same report. */
	#differences = this.altered;
	readonly #folder: EvidenceFolder;
	readonly #catalog: Catalog;

	constructor(folder: EvidenceFolder, catalog: Catalog) {
		this.#folder = folder;
		this.#catalog = catalog;
		try {
			const head = readReportHead(folder.text('report.json'));
			this.report = isReport(head) ? head : readReport(folder);
			this.#judge(this.report);
		} catch (thrown) {
			// Anybody may have written the folder, so every error in reading it is a difference, not an internal error.
			const { code, message } =
				thrown instanceof Failure
					? thrown
					: new Failure('bad-evidence', 'report.json lacks a member, or one has another form');
			// Other rules may know other frameworks.
			(code === 'unknown-framework' ? this.#differences : this.altered).push(message);
		}
	}

	#judge(head: EvidenceReport): void {
		const { rules, data_version, as_of } = head;
		const { manifest, digests } = this.#folder;
		if (!Number.isSafeInteger(rules) || rules < firstRules)
			this.altered.push(`report.json names rules that no folder follows: expected ${firstRules} or later`);
		else if (rules !== rulesVersion || data_version !== this.#catalog.dataVersion)
			this.#differences = this.judgedDifferently;
		const question = questionOf(head, this.#catalog, this.#exceptions(as_of));
		const fleet = readSightings(this.#catalog, this.#folder.text('sightings.csv'), as_of);
		const recomputed = { ...evidenceReport(fleet, question), rules, data_version };
		const digest = digests.get('report.json');
		const isEqual = sha256Of(printReport(recomputed)) === digest;
		const report = isEqual ? recomputed : readReport(this.#folder);
		this.report = report;
		if (!isEqual) {
			if (sha256Of(printReport(report)) !== digest)
				this.altered.push('report.json has a member twice, or is written in another form');
			this.#differences.push(...reportDifferences(report, recomputed));
		}
		const { macs_seen: macs } = report;
		if (!isSame({ ...manifest, as_of, data_version, macs }, manifest))
			this.altered.push('manifest.json names another day, data version or number of Macs than report.json');
		if (report.pseudonymous && hasRecognizable(fleet))
			this.altered.push('sightings.csv has serial numbers or names although the report is pseudonymous');
		this.#compareFiles(report, question, fleet);
	}

	#exceptions(asOf: string): EvidenceQuestion['exceptions'] {
		const name = fileNames.exceptions;
		return this.#folder.has(name) ? parseExceptions(this.#text(name), name, asOf) : new Map();
	}

	/** All other files state what follows from the report, the manifest and the sightings. README.txt states nothing. */
	#compareFiles(report: EvidenceReport, { framework }: EvidenceQuestion, fleet: SeenFleet): void {
		const expect = (name: string, isSame: boolean) => {
			if (!isSame) this.#differences.push(`${name} states something else than the report and its sightings`);
		};
		expect('sightings.csv', sha256Of(printSightings(fleet)) === this.#folder.digests.get('sightings.csv'));
		for (const [name, draw] of [
			['report.html', evidenceDocument],
			['summary.html', evidenceSummary],
		] as const) {
			const page = draw(report, framework, this.#folder.manifest);
			expect(name, isSame(statedValues(this.#text(name)), statedValues(page)));
		}
		const rule = parseReport(this.#text('framework.json')) as typeof framework;
		expect('framework.json', rule?.key === framework?.key && isSame(rule?.rule, framework?.rule));
		expect('releases.csv', this.#hasReleases(report));
		const name = fileNames.exceptions;
		expect(name, exceptionsTable(report) === (this.#folder.has(name) ? this.#text(name) : null));
	}

	/** Whether the table of releases is that of our data. Data of other versions has at least the same days. */
	#hasReleases({ as_of, data_version }: EvidenceReport): boolean {
		const [stated, ours] = [this.#text('releases.csv'), releasesTable(this.#catalog, as_of)];
		if (data_version === this.#catalog.dataVersion) return stated === ours;
		const days = (table: string) => parseCsv(table).map(({ cells: [version, day] }) => `${version} ${day}`);
		const known = new Set(days(ours));
		return days(stated).every((day) => known.has(day));
	}

	#text(name: string): string {
		return this.#folder.bytes(name, mostBytes.table).toString();
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

function isSame(a: unknown, b: unknown): boolean {
	return JSON.stringify(a) === JSON.stringify(b);
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
	if (key === undefined) throw new Failure('bad-evidence', 'report.json has no framework');
	if (framework === undefined)
		throw new Failure(
			'unknown-framework',
			`the framework ${JSON.stringify(key)} is not known to this version`,
		);
	const isDays = (value: unknown) =>
		Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= mostDays;
	const isSettings =
		isDays(within) &&
		isDays(stale_days) &&
		typeof from === 'string' &&
		isDay(from) &&
		from <= as_of &&
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
