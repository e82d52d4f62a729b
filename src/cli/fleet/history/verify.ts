import { rulesVersion } from '@pointrelease/core/src/advice/policy/rules-version.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { type LeftOut, leftOutWords, originSentence } from '../../../fleet/history/evidence-origin.ts';
import { checkEvidence, macInEvidence } from '../../../history/check-evidence.ts';
import type { ExportsCheck } from '../../../history/check-export.ts';
import type { EvidenceFolder } from '../../../history/check-folder.ts';
import { fingerprintOf, readPublicKey } from '../../../history/evidence-key.ts';
import { namedFiles, refuseUnreadable } from '../../../history/read-files.ts';
import { Failure } from '../../../process/failure.ts';
import { type Call, command, type Options } from '../../command.ts';
import { incompleteStatus, missedStatus } from '../../exit-status.ts';
import { columnOption, fleetCatalog, givenColumnsOf, serviceOption } from '../fleet-options.ts';
import { progressBar } from '../output.ts';

/** A folder may have any number of foreign files. */
const mostShown = 50;
const notNamed = 'signed by a key that you have not named';
const notSigned = 'not signed, so that anybody may have made the folder';

const options = {
	'public-key': { type: 'string', value: 'FILE', help: 'the key that the folder must be signed with' },
	serial: {
		type: 'string',
		value: 'SERIAL',
		help: 'show what the folder says about this Mac; pseudonymous evidence also needs --salt',
	},
	export: {
		type: 'string',
		value: 'FILE',
		multiple: true,
		help: 'read an original export again, and say which of its rows the folder has; may be given several times',
	},
	column: columnOption,
	salt: { type: 'string', value: 'SALT', help: 'what fleet prove printed for the serial number' },
	service: serviceOption,
	schema: { type: 'boolean', help: 'print the JSON Schema of manifest.json, and exit' },
} as const satisfies Options;

export const verifyCommand = command({
	name: 'fleet verify',
	words: 'FOLDER',
	arity: [0, 1],
	summary:
		'check a folder of evidence: files, signature, and every verdict computed again from the sightings',
	options,
	details: `
Works offline, from the data of this program. With --export it also says which rows of an original export are not in
the folder and why, and what the folder has beyond it; name the columns that its maker set with --column.
Ends with status 2 if the folder was altered, or lacks rows of an export or has others, else with 3 if
the rules or data of this program, which are not those of the folder, judge it differently, if it is not
signed, or if it is signed and --public-key is not given: compare the fingerprint with the one that the
maker of the folder tells you.`,
	run: runVerify,
});

type Check = ReturnType<typeof checkEvidence>;

async function runVerify(call: Call<typeof options>): Promise<void> {
	const { words, options, json, print } = call;
	if (options.schema) {
		const { manifestSchema } = await import('../../../history/manifest-definition.ts');
		return print(JSON.stringify(manifestSchema(), null, 2));
	}
	const [folder] = words;
	if (folder === undefined)
		throw new Failure('bad-arguments', 'usage: pointrelease fleet verify FOLDER (see --help)');
	const { EvidenceFolder } = await import('../../../history/check-folder.ts');
	const catalog = await fleetCatalog(call);
	const bar = progressBar();
	let read = 0;
	const onBytes = (bytes: number) => {
		read += bytes;
		bar.show(null, `${Math.floor(read / 1_000_000)} MB read`);
	};
	const evidence = new EvidenceFolder(folder, onBytes);
	const signer = namedSigner(options['public-key']);
	const check = checkEvidence(evidence, catalog, { signer });
	bar.clear();
	const { manifest, signature, publicKey, report, altered, judgedDifferently } = check;
	/** Why it is not known who made the folder; null if it is, or if something else is wrong with the signature. */
	const unknownSigner =
		signer !== null || signature === 'invalid' ? null : signature === 'none' ? notSigned : notNamed;
	const mac = options.serial === undefined ? null : macOf(folder, check, options.serial, options.salt);
	const originals = options.export.length === 0 ? null : await originalsOf(call, evidence, catalog, check);
	const result = {
		folder,
		version: manifest.version,
		verified: altered.length + judgedDifferently.length === 0 && unknownSigner === null,
		signature,
		signer: unknownSigner,
		public_key: publicKey,
		fingerprint: publicKey && fingerprintOf(publicKey),
		digest: manifest.digest,
		as_of: manifest.as_of,
		data_version: manifest.data_version,
		own_data_version: catalog.dataVersion,
		rules: report?.rules ?? null,
		own_rules: rulesVersion,
		altered,
		judged_differently: judgedDifferently,
		...(mac && { mac }),
		...(originals && { originals }),
	};
	const text = checkText(check, { ownData: catalog.dataVersion, unknownSigner, mac });
	print(json ? JSON.stringify(result) : originals ? `${text}\n\n${exportsText(originals)}` : text);
	if (altered.length > 0 || originals?.agrees === false) process.exitCode = missedStatus;
	// It is judged differently, or nobody knows who made it.
	else if (!result.verified) process.exitCode = incompleteStatus;
}

function namedSigner(path: string | undefined): string | null {
	if (path === undefined) return null;
	const key = readPublicKey(path);
	if (key === null) throw new Failure('bad-key', `--public-key: ${path} is not a public key`);
	return key;
}

async function originalsOf(
	call: Call<typeof options>,
	folder: EvidenceFolder,
	catalog: Catalog,
	{ report }: Check,
): Promise<ExportsCheck> {
	const { checkExports, refusePseudonymous } = await import('../../../history/check-export.ts');
	refusePseudonymous(report?.pseudonymous === true);
	const files = namedFiles(call.options.export);
	refuseUnreadable(files);
	const originals = files.map(({ name, path }) => ({ file: name, path }));
	return checkExports(folder, catalog, { files: originals, columns: givenColumnsOf(call) });
}

/** What a folder has of original exports, in words. */
function exportsText({ exports, beyond, agrees }: ExportsCheck): string {
	const listed = (title: string, lines: readonly string[]) =>
		lines.length === 0
			? []
			: [
					title,
					...lines.slice(0, mostShown).map((line) => `  ${line}`),
					...(lines.length > mostShown ? [`  ${lines.length - mostShown} more: see --json`] : []),
				];
	return [
		agrees
			? 'The folder has every row of the exports that it can have.'
			: 'The folder and the exports differ.',
		...exports.flatMap((check) => [
			`${check.file}: ${check.in_folder} of ${counted(check.rows, 'row')} in the folder${reasonsText(check.not_used)}`,
			check.listed_as === null
				? `  not in manifest.json: none of its exports has the SHA-256 ${check.sha256}`
				: `  ${check.listed_as} in manifest.json, with the same SHA-256`,
			...listed(
				`  ${counted(check.missing.length, 'row')} missing${check.erased > 0 ? `, ${check.erased} erased later, as manifest.json states` : ''}:`,
				check.missing.map(({ serial, day, version, why }) => `  ${serial}, ${version} on ${day}: ${why}`),
			),
			...check.differences.map((line) => `  ${line}`),
		]),
		...listed('Exports of the folder that were not given:', beyond.exports),
		...listed('Macs of the folder that are in none of these exports:', beyond.macs),
		...listed('Sightings of the folder that are in none of these exports:', beyond.sightings),
	].join('\n');
}

/** `; 2 without a serial number` */
function reasonsText(counts: LeftOut): string {
	const reasons = Object.entries(leftOutWords).flatMap(([name, words]) => {
		const count = counts[name as keyof LeftOut];
		return count > 0 ? [`; ${count} ${words}`] : [];
	});
	return reasons.join('');
}

function macOf(folder: string, { report }: Check, serialText: string, salt = '') {
	if (!report) throw new Failure('bad-evidence', `${folder}: report.json is not a report of evidence.`);
	const serial = serialText.trim().toUpperCase();
	if (report.pseudonymous && salt === '')
		throw new Failure('bad-arguments', '--salt is needed: the folder is pseudonymous (see fleet prove)');
	const macs = macInEvidence(report, serial, salt);
	return { serial, verdicts: macs.map(({ verdict, verdict_reason }) => ({ verdict, verdict_reason })) };
}

function checkText(
	{ manifest, signature, publicKey, altered, judgedDifferently }: Check,
	{
		ownData,
		unknownSigner,
		mac,
	}: { ownData: string; unknownSigner: string | null; mac: ReturnType<typeof macOf> | null },
): string {
	const { as_of, digest, data_version, program } = manifest;
	const everything = `every file, every number and every verdict as of ${as_of}`;
	const differences = [...altered, ...judgedDifferently];
	return [
		altered.length > 0
			? `Altered: ${counted(altered.length, 'difference')}.`
			: judgedDifferently.length > 0
				? `Judged differently: no file was altered, but this program has other rules or data than the folder, as of ${as_of}.`
				: unknownSigner !== null
					? `The content is verified (${everything}), who ${signature === 'none' ? 'made' : 'signed'} it is not.`
					: `Verified: ${everything}.`,
		originSentence({ macs_seen: manifest.macs }, manifest).join(''),
		...differences.slice(0, mostShown).map((line) => `  ${line}`),
		...(differences.length > mostShown ? [`  ${differences.length - mostShown} more: see --json`] : []),
		signature === 'none'
			? `Signature: ${notSigned}`
			: `Signature: ${signature}${unknownSigner ? `, ${unknownSigner} (--public-key FILE)` : ''}`,
		...(publicKey === null ? [] : [`Key: ${fingerprintOf(publicKey)}`]),
		`Digest: ${digest}`,
		`Program: ${program}, stated by the maker`,
		data_version === ownData
			? `Data version: ${data_version}`
			: `Made with data version ${data_version}, checked with ${ownData}: Apple's lists may have grown since.`,
		...(mac?.verdicts ?? []).map(
			({ verdict, verdict_reason }) => `${mac!.serial}: ${verdict}. ${verdict_reason}`,
		),
	].join('\n');
}
