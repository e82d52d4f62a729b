import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { makePrivateFile } from '../../../database/private-file.ts';
import {
	evidenceDocument,
	evidenceReport,
	frameworkText,
	releasesTable,
} from '../../../fleet/history/evidence.ts';
import { printSightings, pseudonymousFleet } from '../../../fleet/history/evidence-sightings.ts';
import { seenFleet } from '../../../fleet/history/source.ts';
import { EvidenceFolder } from '../../../history/evidence-folder.ts';
import { historyOption, historyPath, openHistory } from '../../../history/open-history.ts';
import { pseudonymKeyPath, readPseudonyms } from '../../../history/pseudonyms.ts';
import { Failure, fileTrouble } from '../../../process/failure.ts';
import { counted } from '../../../text/counted.ts';
import type { Call, Command } from '../../command.ts';
import {
	fleetCatalog,
	policyOf,
	policyOptions,
	staleDaysOf,
	withinOf,
	withinOption,
} from '../fleet-options.ts';
import {
	frameworkOf,
	frameworkOptions,
	maxUnknownOption,
	unrankedOf,
	verdictStatus,
} from './framework-options.ts';

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
	const { options, settings } = call;
	if (typeof options.out !== 'string')
		throw new Failure('bad-arguments', '--out is needed: name the folder to write');
	const policy = policyOf(call);
	const chosen = frameworkOf(call);
	const key = typeof options.sign === 'string' ? readKey(options.sign) : null;
	const within = withinOf(call);
	const path = historyPath(settings, options.history);
	const history = openHistory(path, false);
	try {
		const catalog = await fleetCatalog(call);
		const isHashed = history.setting('serials') === 'hashed';
		const pseudonymous = options.pseudonymous === true || isHashed;
		const seen = seenFleet(history.source(null), catalog, policy.asOf);
		const pseudonyms = pseudonymous && !isHashed ? readPseudonyms(pseudonymKeyPath(path), true) : null;
		const fleet = pseudonymous ? pseudonymousFleet(seen, (serial) => pseudonyms?.of(serial) ?? serial) : seen;
		const report = evidenceReport(fleet, {
			catalog,
			policy,
			framework: chosen,
			unranked: unrankedOf(call),
			within,
			staleDays: staleDaysOf(call),
			pseudonymous,
		});
		const folder = new EvidenceFolder(options.out);
		folder.add('report.json', [`${JSON.stringify(report, null, '\t')}\n`]);
		folder.add('report.html', [evidenceDocument(report, chosen)]);
		folder.add('sightings.csv', printSightings(fleet));
		folder.add('releases.csv', [releasesTable(catalog, policy.asOf)]);
		folder.add('framework.json', [frameworkText(chosen)]);
		const manifest = folder.end({ as_of: policy.asOf, data_version: catalog.dataVersion }, new Date(), key);
		if (call.json)
			call.print(JSON.stringify({ folder: options.out, ...manifest, verdicts: report.verdicts }));
		else
			call.print(
				`${options.out}: ${counted(report.macs_seen, 'Mac')}, ${counted(manifest.files.length, 'file')}, ${key === null ? 'not signed' : 'signed'}\nDigest ${manifest.digest}`,
			);
		if (report.verdicts) process.exitCode = verdictStatus(call, report.verdicts);
	} finally {
		history.close();
	}
}

/** Read before anything is written: a folder that could not be signed must not look like one that was not to be. */
function readKey(path: string): KeyObject {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (thrown) {
		throw new Failure('unreadable-file', `${path} cannot be read (${fileTrouble(thrown)})`);
	}
	let key: KeyObject;
	try {
		key = createPrivateKey(text);
	} catch {
		throw new Failure('bad-key', '--sign: expected a private key made by fleet evidence-key');
	}
	if (key.asymmetricKeyType !== 'ed25519') throw new Failure('bad-key', '--sign: expected an Ed25519 key');
	return key;
}

export const evidenceKeyCommand: Command = {
	name: 'fleet evidence-key',
	words: 'FILE',
	arity: [1, 1],
	summary: 'make a key to sign evidence with: FILE is private, FILE.pub is for auditors',
	run({ words: [file = ''], json, print }) {
		const { privateKey, publicKey } = generateKeyPairSync('ed25519');
		const [secret, open] = [
			privateKey.export({ type: 'pkcs8', format: 'pem' }),
			publicKey.export({ type: 'spki', format: 'pem' }),
		];
		try {
			if (!makePrivateFile(file, secret))
				throw new Failure('file-exists', `${file} is there already. Name a new file.`);
			if (!makePrivateFile(`${file}.pub`, open))
				throw new Failure('file-exists', `${file}.pub is there already. Name a new file.`);
		} catch (thrown) {
			if (thrown instanceof Failure) throw thrown;
			throw new Failure('unwritable-file', `${file} cannot be written (${fileTrouble(thrown)})`);
		}
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
	run({ words: [given = ''], options, settings, json, print }) {
		const pseudonyms = readPseudonyms(pseudonymKeyPath(historyPath(settings, options.history)), false);
		const serial = given.trim().toUpperCase();
		const proof = { serial, salt: pseudonyms.salt(serial), pseudonym: pseudonyms.of(serial) };
		print(
			json
				? JSON.stringify(proof)
				: `Serial number  ${proof.serial}\nPseudonym      ${proof.pseudonym}\nSalt           ${proof.salt}`,
		);
	},
};
