import type { KeyObject } from 'node:crypto';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { EvidenceReport } from '../../../fleet/history/evidence.ts';
import { makeEvidence, writeEvidence } from '../../../history/evidence.ts';
import { isMaker } from '../../../history/evidence-format.ts';
import { makeEvidenceKey, readEvidenceKey } from '../../../history/evidence-key.ts';
import { pseudonymKeyPath, readPseudonyms } from '../../../history/pseudonyms.ts';
import { Failure } from '../../../process/failure.ts';
import { type Call, type Command, command, type Options } from '../../command.ts';
import { policyOf } from '../../options.ts';
import { fleetCatalog, policyOptions, staleDaysOf, withinOf, withinOption } from '../fleet-options.ts';
import {
	exceptionsOf,
	frameworkOf,
	frameworkOptions,
	fromOf,
	fromOption,
	historyOption,
	historyPath,
	maxUnknownOption,
	openCalled,
	unrankedOf,
	verdictStatus,
} from './history-options.ts';

const { framework, unranked, exceptions } = frameworkOptions;

const options = {
	out: { type: 'string', value: 'FOLDER', help: 'the folder to write; it must be new or empty' },
	history: historyOption,
	within: withinOption,
	from: fromOption,
	framework: framework,
	unranked: unranked,
	exceptions: exceptions,
	'max-unknown': maxUnknownOption,
	...policyOptions,
	by: { type: 'string', value: 'NAME', help: 'who makes the folder, as the auditor will read it' },
	sign: { type: 'string', value: 'KEY', help: 'sign with this private key (made by fleet evidence-key)' },
	pseudonymous: {
		type: 'boolean',
		help: 'replace serial numbers, and leave out names; fleet prove reveals one Mac',
	},
} as const satisfies Options;

export const evidenceCommand = command({
	name: 'fleet evidence',
	summary: 'write a folder for an auditor: report, sightings, rules, sources and digests',
	options,
	details: `
An auditor checks the folder with: pointrelease fleet verify FOLDER
A signature shows who made the folder and that it is unchanged, not when. See "pointrelease manual evidence".`,
	run: runEvidence,
});

async function runEvidence(call: Call<typeof options>): Promise<void> {
	const { out, sign, pseudonymous, by } = call.options;
	if (out === undefined) throw new Failure('bad-arguments', '--out is needed: name the folder to write');
	if (by !== undefined && !isMaker(by))
		throw new Failure('bad-arguments', '--by: expected a name in one line, of at most 200 characters');
	const policy = await policyOf(call);
	const question = {
		policy,
		from: fromOf(call, policy.asOf),
		framework: frameworkOf(call, policy),
		within: withinOf(call),
		unranked: unrankedOf(call),
		staleDays: staleDaysOf(call),
		pseudonymous,
		exceptions: exceptionsOf(call, policy.asOf) ?? new Map(),
	};
	const key = sign === undefined ? null : signingKey(sign);
	const history = openCalled(call);
	try {
		const evidence = makeEvidence(history, { ...question, catalog: await fleetCatalog(call) });
		const manifest = writeEvidence(out, evidence, {
			key,
			now: new Date(),
			by: by ?? null,
		});
		const { verdicts, macs_seen } = evidence.report;
		if (call.json) call.print(JSON.stringify({ folder: out, ...manifest, verdicts }));
		else
			call.print(
				[
					`${out}: ${counted(macs_seen, 'Mac')} from ${counted(manifest.exports.length, 'export')}, ${counted(manifest.files.length, 'file')}, ${key === null ? 'not signed' : 'signed'}`,
					`Digest ${manifest.digest}`,
					...unusedText(question.exceptions.size, evidence.report),
				].join('\n'),
			);
		if (verdicts) process.exitCode = verdictStatus(call, verdicts);
	} finally {
		history.close();
	}
}

/** An exception for a Mac that is not in the history may be a typing error, so its number is printed. */
function unusedText(exceptionCount: number, { exceptions }: Pick<EvidenceReport, 'exceptions'>): string[] {
	const used = new Set(exceptions.map(({ serial }) => serial)).size;
	return used < exceptionCount
		? [`${exceptionCount - used} of ${counted(exceptionCount, 'exception')} name no Mac of this report.`]
		: [];
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
		const fingerprint = makeEvidenceKey(file);
		print(
			json
				? JSON.stringify({ private_key: file, public_key: `${file}.pub`, fingerprint })
				: `Keep ${file} to yourself; give ${file}.pub to the auditor.\nFingerprint ${fingerprint}`,
		);
	},
};

export const proveCommand = command({
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
});
