import { createHash, createPublicKey, verify } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json' with { type: 'json' };
import { type Framework, frameworks } from '../advice/policy/frameworks.ts';
import { rulesOf, rulesVersion } from '../advice/policy/rules-version.ts';
import type { Catalog } from '../catalog/catalog.ts';
import {
	type EvidenceReport,
	evidenceDocument,
	evidenceReport,
	frameworkText,
	releasesTable,
	reportDifferences,
} from '../fleet/history/evidence.ts';
import { readSightings } from '../fleet/history/evidence-sightings.ts';
import type { MacVerdict } from '../fleet/history/framework-report.ts';
import { policyOfRecord } from '../fleet/report/report.ts';
import { Failure, fileTrouble, reasonOf } from '../process/failure.ts';
import { parseCsv } from '../text/csv.ts';
import { digestOf, type Manifest, manifestName, signatureName, signatureText } from './evidence.ts';
import { pseudonymOf } from './pseudonyms.ts';

/** The result of checking a folder of evidence. */
export interface EvidenceCheck {
	readonly manifest: Manifest;
	readonly signature: 'valid' | 'invalid' | 'none';
	/** The public key of the signature, base64; null without one. */
	readonly publicKey: string | null;
	/** The report of the folder; null if it cannot be read. */
	readonly report: EvidenceReport | null;
	/** One sentence for each difference. Without any, and with the rules of this version, the folder is verified. */
	readonly differences: readonly string[];
	/** Verdicts of a folder that was made with other rules, as far as the rules of this version find others. */
	readonly changedByRules: readonly string[];
}

/**
 * Checks a folder: its files against the manifest, the manifest against its signature, and the report against a new one
 * that is computed from the sightings. `signer` is the public key that must have signed the folder, if that matters.
 */
export function checkEvidence(
	folder: string,
	catalog: Catalog,
	{ signer = null }: { signer?: string | null } = {},
): EvidenceCheck {
	const manifestText = readText(folder, manifestName);
	const manifest = readManifest(folder, manifestText);
	const { signature, publicKey } = checkSignature(folder, manifestText);
	const differences = checkFiles(folder, manifest);
	if (signature === 'invalid') differences.push('the signature is not valid');
	if (signer !== null && publicKey !== signer)
		differences.push(
			signature === 'none' ? 'the folder is not signed' : 'the folder was signed with another key',
		);
	const { report, differences: ofReport, changedByRules } = checkReport(folder, manifest, catalog);
	return {
		...{ manifest, signature, publicKey, report, changedByRules },
		differences: [...differences, ...ofReport],
	};
}

/** What checked evidence says about one Mac. Pseudonymous evidence also needs the salt of the serial number. */
export function macInEvidence(
	{ macs, pseudonymous }: EvidenceReport,
	serial: string,
	salt: string,
): MacVerdict[] {
	const wanted = pseudonymous ? pseudonymOf(serial, salt) : serial;
	const verdicts = macs.filter((mac) => mac.serial.toUpperCase() === wanted.toUpperCase());
	if (verdicts.length === 0)
		throw new Failure('unknown-mac', `No Mac of the folder has the serial number ${serial}.`);
	return verdicts;
}

/** A public key from a PEM file, as `checkEvidence` compares it; null if the file holds none. */
export function readPublicKey(path: string): string | null {
	try {
		return createPublicKey(readFileSync(path, 'utf8'))
			.export({ type: 'spki', format: 'der' })
			.toString('base64');
	} catch {
		return null;
	}
}

function readManifest(folder: string, text: string): Manifest {
	let manifest: Manifest;
	try {
		manifest = JSON.parse(text) as Manifest;
	} catch {
		throw new Failure('bad-evidence', `${join(folder, manifestName)} is not JSON.`);
	}
	if (manifest?.format !== 'pointrelease-evidence' || !isListOfFiles(manifest.files))
		throw new Failure('bad-evidence', `${folder} is not a folder of evidence.`);
	if (manifest.version !== 1)
		throw new Failure('newer-evidence', `${folder} was made by a newer version of pointrelease.`);
	return manifest;
}

function isListOfFiles(files: unknown): boolean {
	const isText = (value: unknown) => typeof value === 'string';
	return Array.isArray(files) && files.every((file) => isText(file?.name) && isText(file?.sha256));
}

function checkFiles(folder: string, { files, digest }: Manifest): string[] {
	const differences: string[] = [];
	for (const { name, sha256 } of files) {
		// A name with a slash would lead out of the folder.
		const isInside = !/[/\\]/.test(name);
		const file = isInside ? statSync(join(folder, name), { throwIfNoEntry: false }) : undefined;
		if (!file?.isFile()) differences.push(`${name} is missing`);
		else if (sha256Of(join(folder, name)) !== sha256) differences.push(`${name} was changed`);
	}
	const expected = new Set([...files.map(({ name }) => name), manifestName, signatureName]);
	for (const name of readdirSync(folder)) if (!expected.has(name)) differences.push(`${name} was added`);
	if (digestOf(files) !== digest) differences.push('the digest of the manifest is wrong');
	return differences;
}

function sha256Of(path: string): string {
	return createHash('sha256').update(readFileSync(path)).digest('hex');
}

function checkSignature(folder: string, text: string): Pick<EvidenceCheck, 'signature' | 'publicKey'> {
	if (!existsSync(join(folder, signatureName))) return { signature: 'none', publicKey: null };
	try {
		const written = readText(folder, signatureName);
		// The public key is DER in base64.
		const { public_key, signature } = JSON.parse(written) as { public_key: string; signature: string };
		const key = createPublicKey({ key: Buffer.from(public_key, 'base64'), type: 'spki', format: 'der' });
		const isValid =
			key.asymmetricKeyType === 'ed25519' &&
			written === signatureText(signature, public_key) &&
			verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
		return { signature: isValid ? 'valid' : 'invalid', publicKey: public_key };
	} catch {
		return { signature: 'invalid', publicKey: null };
	}
}

function checkReport(
	folder: string,
	manifest: Manifest,
	catalog: Catalog,
): Pick<EvidenceCheck, 'report' | 'differences' | 'changedByRules'> {
	let report: EvidenceReport | null = null;
	try {
		report = readReport(folder);
		return { report, ...compare(folder, manifest, report, catalog) };
	} catch (thrown) {
		// Anybody may have written the folder, so whatever is wrong with it is a difference and not an internal error.
		const reason = reasonOf(thrown);
		return {
			report,
			differences: [thrown instanceof Failure ? reason : `report.json cannot be computed again (${reason})`],
			changedByRules: [],
		};
	}
}

function readReport(folder: string): EvidenceReport {
	try {
		const report = JSON.parse(readText(folder, 'report.json')) as EvidenceReport;
		if (Array.isArray(report.macs) && typeof report.as_of === 'string') return report;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
	}
	throw new Failure('bad-evidence', 'report.json is not a report of evidence');
}

/** Computes the report again from the sightings, and compares the other files with the report. */
function compare(
	folder: string,
	{ as_of, data_version, program }: Manifest,
	stated: EvidenceReport,
	catalog: Catalog,
): Pick<EvidenceCheck, 'differences' | 'changedByRules'> {
	const framework = stated.framework === null ? null : frameworks.get(stated.framework);
	if (framework === undefined)
		return {
			differences: [`the framework ${stated.framework} is not known to this version`],
			changedByRules: [],
		};
	const fleet = readSightings(catalog, readText(folder, 'sightings.csv'), stated.as_of);
	const recomputed = evidenceReport(fleet, {
		catalog,
		policy: policyOfRecord(stated.policy, stated.as_of),
		framework,
		unranked: stated.unranked,
		within: stated.within,
		staleDays: stated.stale_days,
		pseudonymous: stated.pseudonymous,
	});
	const { facts, verdicts } = reportDifferences(stated, recomputed);
	const hasSameRules = rulesOf(stated) === rulesVersion;
	const differences = hasSameRules ? [...facts, ...verdicts] : [...facts];
	if (as_of !== stated.as_of || data_version !== stated.data_version)
		differences.push('manifest.json names another day or data version than report.json');
	const releases = releasesTable(catalog, stated.as_of);
	const statedReleases = readText(folder, 'releases.csv');
	const days = differentDays(statedReleases, releases);
	differences.push(...days);
	if (days.length === 0 && data_version === catalog.dataVersion && statedReleases !== releases)
		differences.push('releases.csv differs from the data of this version');
	if (JSON.stringify(ruleIn(folder)) !== JSON.stringify(framework?.rule ?? null))
		differences.push('framework.json has another rule');
	// Another version of this program may word a page differently.
	if (program === version && hasSameRules) {
		if (readText(folder, 'report.html') !== evidenceDocument(stated, framework))
			differences.push('report.html does not show what report.json states');
		if (readText(folder, 'framework.json') !== frameworkText(framework))
			differences.push('framework.json describes another framework');
	}
	return { differences, changedByRules: hasSameRules ? [] : verdicts };
}

function ruleIn(folder: string): unknown {
	try {
		return (JSON.parse(readText(folder, 'framework.json')) as Framework | null)?.rule ?? null;
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		return undefined;
	}
}

function differentDays(stated: string, own: string): string[] {
	const days = (text: string) =>
		new Map(parseCsv(text).map(({ cells: [version = '', day = ''] }) => [version, day]));
	const [theirs, ours] = [days(stated), days(own)];
	return [...theirs].flatMap(([version, day]) =>
		ours.get(version) === day
			? []
			: [`${version} came out on ${ours.get(version) ?? 'no day known'}, not on ${day}`],
	);
}

function readText(folder: string, name: string): string {
	try {
		return readFileSync(join(folder, name), 'utf8');
	} catch (thrown) {
		throw new Failure('bad-evidence', `${join(folder, name)} cannot be read (${fileTrouble(thrown)})`);
	}
}
