import type { KeyObject } from 'node:crypto';
import { rulesOf, rulesVersion } from '../../../advice/policy/rules-version.ts';
import { checkEvidence, macInEvidence, readPublicKey } from '../../../history/check-evidence.ts';
import { makeEvidence, makeEvidenceKey, readEvidenceKey, writeEvidence } from '../../../history/evidence.ts';
import { pseudonymKeyPath, readPseudonyms } from '../../../history/pseudonyms.ts';
import { Failure } from '../../../process/failure.ts';
import { counted } from '../../../text/numbers.ts';
import type { Call, Command } from '../../command.ts';
import { policyOf } from '../../options.ts';
import {
	fleetCatalog,
	policyOptions,
	serviceOption,
	staleDaysOf,
	withinOf,
	withinOption,
} from '../fleet-options.ts';
import {
	frameworkOf,
	frameworkOptions,
	historyOption,
	historyPath,
	maxUnknownOption,
	openCalled,
	unrankedOf,
	verdictStatus,
} from './history-options.ts';

const { framework, unranked } = frameworkOptions;

export const evidenceCommand: Command = {
	name: 'fleet evidence',
	summary: 'write a folder for an auditor: report, sightings, rules, sources and digests',
	options: {
		out: { type: 'string', value: 'FOLDER', help: 'the folder to write; it must be new or empty' },
		history: historyOption,
		within: withinOption,
		framework: framework!,
		unranked: unranked!,
		'max-unknown': maxUnknownOption,
		...policyOptions,
		sign: { type: 'string', value: 'KEY', help: 'sign with this private key (made by fleet evidence-key)' },
		pseudonymous: {
			type: 'boolean',
			help: 'replace serial numbers, and leave out names; fleet prove reveals one Mac',
		},
	},
	details: `
An auditor checks the folder with: pointrelease fleet verify FOLDER
A signature shows who made the folder and that it is unchanged, not when. See docs/history.md.`,
	run: runEvidence,
};

async function runEvidence(call: Call): Promise<void> {
	const { out, sign, pseudonymous } = call.options;
	if (typeof out !== 'string')
		throw new Failure('bad-arguments', '--out is needed: name the folder to write');
	const question = {
		policy: policyOf(call),
		framework: frameworkOf(call),
		within: withinOf(call),
		unranked: unrankedOf(call),
		staleDays: staleDaysOf(call),
		pseudonymous: pseudonymous === true,
	};
	const key = typeof sign === 'string' ? signingKey(sign) : null;
	const history = openCalled(call);
	try {
		const evidence = makeEvidence(history, { ...question, catalog: await fleetCatalog(call) });
		const manifest = writeEvidence(out, evidence, { key, now: new Date() });
		const { verdicts, macs_seen } = evidence.report;
		if (call.json) call.print(JSON.stringify({ folder: out, ...manifest, verdicts }));
		else
			call.print(
				`${out}: ${counted(macs_seen, 'Mac')}, ${counted(manifest.files.length, 'file')}, ${key === null ? 'not signed' : 'signed'}\nDigest ${manifest.digest}`,
			);
		if (verdicts) process.exitCode = verdictStatus(call, verdicts);
	} finally {
		history.close();
	}
}

function signingKey(path: string): KeyObject {
	try {
		return readEvidenceKey(path);
	} catch (thrown) {
		if (!(thrown instanceof Failure) || thrown.code !== 'bad-key') throw thrown;
		throw new Failure(thrown.code, `--sign: ${thrown.message}`);
	}
}

export const evidenceKeyCommand: Command = {
	name: 'fleet evidence-key',
	words: 'FILE',
	arity: [1, 1],
	summary: 'make a key to sign evidence with: FILE is private, FILE.pub is for auditors',
	run({ words: [file = ''], json, print }) {
		makeEvidenceKey(file);
		print(
			json
				? JSON.stringify({ private_key: file, public_key: `${file}.pub` })
				: `Keep ${file} to yourself; give ${file}.pub to the auditor.`,
		);
	},
};

export const proveCommand: Command = {
	name: 'fleet prove',
	words: 'SERIAL',
	arity: [1, 1],
	summary: 'show which pseudonym in the evidence belongs to a serial number',
	options: { history: historyOption },
	details: `
Give the printed salt to the auditor: pointrelease fleet verify FOLDER --serial SERIAL --salt SALT`,
	run(call) {
		const pseudonyms = readPseudonyms(pseudonymKeyPath(historyPath(call)), false);
		const serial = call.words[0]!.trim().toUpperCase();
		const proof = { serial, salt: pseudonyms.salt(serial), pseudonym: pseudonyms.of(serial) };
		call.print(
			call.json
				? JSON.stringify(proof)
				: `Serial number  ${proof.serial}\nPseudonym      ${proof.pseudonym}\nSalt           ${proof.salt}`,
		);
	},
};

/** The exit status for evidence that differs, so that scripts can tell it from a command that failed. */
const differs = 2;
/** The exit status for evidence of other rules: its verdicts can be checked by the version that made it. */
const otherRules = 3;
const mostShown = 50;

export const verifyCommand: Command = {
	name: 'fleet verify',
	words: 'FOLDER',
	arity: [1, 1],
	summary:
		'check a folder of evidence: files, signature, and every verdict computed again from the sightings',
	options: {
		'public-key': { type: 'string', value: 'FILE', help: 'the key that the folder must be signed with' },
		serial: {
			type: 'string',
			value: 'SERIAL',
			help: 'show what the folder says about this Mac; pseudonymous evidence also needs --salt',
		},
		salt: { type: 'string', value: 'SALT', help: 'what fleet prove printed for the serial number' },
		service: serviceOption,
	},
	details: `
Works offline, from the data of this program. Ends with status 2 if anything differs, else with 3 if the
folder was made with other rules and these verdicts differ.`,
	run: runVerify,
};

type Check = ReturnType<typeof checkEvidence>;

async function runVerify(call: Call): Promise<void> {
	const { words, options, json, print } = call;
	const folder = words[0]!;
	const catalog = await fleetCatalog(call);
	const check = checkEvidence(folder, catalog, { signer: signerOf(options['public-key']) });
	const { manifest, signature, publicKey, report, differences, changedByRules } = check;
	const mac = typeof options.serial === 'string' ? macOf(folder, check, options.serial, options.salt) : null;
	const result = {
		folder,
		verified: differences.length + changedByRules.length === 0,
		signature,
		public_key: publicKey,
		digest: manifest.digest,
		as_of: manifest.as_of,
		data_version: manifest.data_version,
		own_data_version: catalog.dataVersion,
		rules: report && rulesOf(report),
		own_rules: rulesVersion,
		differences,
		changed_by_rules: changedByRules,
		...(mac && { mac }),
	};
	print(json ? JSON.stringify(result) : checkText(check, catalog.dataVersion, mac));
	if (differences.length > 0) process.exitCode = differs;
	else if (changedByRules.length > 0) process.exitCode = otherRules;
}

function signerOf(path: unknown): string | null {
	if (typeof path !== 'string') return null;
	const key = readPublicKey(path);
	if (key === null) throw new Failure('bad-key', `--public-key: ${path} is not a public key`);
	return key;
}

function macOf(folder: string, { report }: Check, given: string, salt: unknown) {
	if (!report) throw new Failure('bad-evidence', `${folder}: report.json is not a report of evidence.`);
	const serial = given.trim().toUpperCase();
	if (report.pseudonymous && typeof salt !== 'string')
		throw new Failure('bad-arguments', '--salt is needed: the folder is pseudonymous (see fleet prove)');
	const macs = macInEvidence(report, serial, String(salt));
	return { serial, verdicts: macs.map(({ verdict, verdict_reason }) => ({ verdict, verdict_reason })) };
}

function shownLines(lines: readonly string[]): string[] {
	const shown = lines.slice(0, mostShown).map((line) => `  ${line}`);
	return lines.length > mostShown ? [...shown, `  ${lines.length - mostShown} more: see --json`] : shown;
}

function checkText(
	{ manifest: { as_of, digest, data_version, program }, signature, differences, changedByRules }: Check,
	ownDataVersion: string,
	mac: ReturnType<typeof macOf> | null,
): string {
	return [
		differences.length > 0
			? `Not verified: ${counted(differences.length, 'difference')}.`
			: changedByRules.length > 0
				? `Files and facts are verified as of ${as_of}, verdicts are not.`
				: `Verified: every file, every number and every verdict as of ${as_of}.`,
		...shownLines(differences),
		...(changedByRules.length > 0
			? [
					`Changed by new rules (verify them with pointrelease ${program}, which made the folder):`,
					...shownLines(changedByRules),
				]
			: []),
		`Signature: ${signature === 'none' ? 'not signed' : signature}`,
		`Digest: ${digest}`,
		data_version === ownDataVersion
			? `Data version: ${data_version}`
			: `Made with data version ${data_version}, checked with ${ownDataVersion}: Apple's lists may have grown since.`,
		...(mac?.verdicts ?? []).map(
			({ verdict, verdict_reason }) => `${mac!.serial}: ${verdict}. ${verdict_reason}`,
		),
	].join('\n');
}
