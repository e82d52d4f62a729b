import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { EvidenceReport } from '../../../fleet/history/evidence.ts';
import { checkReport } from '../../../history/check-report.ts';
import { checkFolder } from '../../../history/evidence-folder.ts';
import { pseudonymOf } from '../../../history/pseudonyms.ts';
import { Failure } from '../../../process/failure.ts';
import { counted } from '../../../text/counted.ts';
import type { Call, Command } from '../../command.ts';
import { fleetCatalog } from '../fleet-options.ts';

/** So that a script can tell evidence that differs from a command that failed. */
const differs = 2;
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
		service: {
			type: 'string',
			value: 'URL',
			help: 'use the data of this service; set the key in POINTRELEASE_KEY',
		},
	},
	details: `
Works offline, from the data of this program. Ends with status 2 if anything differs.`,
	run: runVerify,
};

async function runVerify(call: Call): Promise<void> {
	const { words, options, json, print } = call;
	const folder = words[0]!;
	const { manifest, signature, publicKey, ...check } = checkFolder(folder);
	const found = [...check.differences];
	if (signature === 'invalid') found.push('the signature is not valid');
	if (typeof options['public-key'] === 'string' && publicKey !== derOf(options['public-key']))
		found.push(signature === 'none' ? 'the folder is not signed' : 'the folder was signed with another key');
	const catalog = await fleetCatalog(call);
	const { stated, differences } = checkReport(folder, manifest, catalog);
	found.push(...differences);
	const mac = typeof options.serial === 'string' ? macOf(folder, stated, options.serial, options.salt) : null;
	const result = {
		folder,
		verified: found.length === 0,
		signature,
		public_key: publicKey,
		digest: manifest.digest,
		as_of: manifest.as_of,
		data_version: manifest.data_version,
		own_data_version: catalog.dataVersion,
		differences: found,
		...(mac && { mac }),
	};
	print(json ? JSON.stringify(result) : textOf(result));
	if (found.length > 0) process.exitCode = differs;
}

function macOf(folder: string, report: EvidenceReport | null, given: string, salt: unknown) {
	if (!report) throw new Failure('bad-evidence', `${folder}: report.json is not a report of evidence.`);
	const serial = given.trim().toUpperCase();
	if (report.pseudonymous && typeof salt !== 'string')
		throw new Failure('bad-arguments', '--salt is needed: the folder is pseudonymous (see fleet prove)');
	const wanted = report.pseudonymous ? pseudonymOf(serial, String(salt)) : serial;
	const found = report.macs.filter((mac) => mac.serial.toUpperCase() === wanted.toUpperCase());
	if (found.length === 0)
		throw new Failure('unknown-mac', `No Mac of the folder has the serial number ${serial}.`);
	return { serial, verdicts: found.map(({ verdict, verdict_reason }) => ({ verdict, verdict_reason })) };
}

function derOf(path: string): string {
	try {
		return createPublicKey(readFileSync(path, 'utf8'))
			.export({ type: 'spki', format: 'der' })
			.toString('base64');
	} catch {
		throw new Failure('bad-key', `--public-key: ${path} is not a public key`);
	}
}

interface Verified {
	readonly verified: boolean;
	readonly signature: string;
	readonly digest: string;
	readonly as_of: string;
	readonly data_version: string;
	readonly own_data_version: string;
	readonly differences: readonly string[];
	readonly mac?: ReturnType<typeof macOf>;
}

function textOf({
	verified,
	signature,
	digest,
	as_of,
	data_version,
	own_data_version,
	differences,
	mac,
}: Verified): string {
	return [
		verified
			? `Verified: every file, every number and every verdict as of ${as_of}.`
			: `Not verified: ${counted(differences.length, 'difference')}.`,
		...differences.slice(0, mostShown).map((line) => `  ${line}`),
		...(differences.length > mostShown ? [`  ${differences.length - mostShown} more: see --json`] : []),
		`Signature: ${signature === 'none' ? 'not signed' : signature}`,
		`Digest: ${digest}`,
		data_version === own_data_version
			? `Data version: ${data_version}`
			: `Made with data version ${data_version}, checked with ${own_data_version}: Apple's lists may have grown since.`,
		...(mac
			? mac.verdicts.map(({ verdict, verdict_reason }) => `${mac.serial}: ${verdict}. ${verdict_reason}`)
			: []),
	].join('\n');
}
