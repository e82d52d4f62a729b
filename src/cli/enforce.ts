import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { doors } from '@pointrelease/core/src/advice/door/minimum.ts';
import { hardwareChoices } from '@pointrelease/core/src/advice/door/minimum-record.ts';
import { verdictWords } from '@pointrelease/core/src/advice/verdict-words.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { enforcementOf } from '@pointrelease/core/src/api/reads/enforce.ts';
import {
	type EnforcementFile,
	type FormatOptions,
	formatNames,
	intuneModels,
	isMdm,
	type MdmName,
	mdmNames,
} from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { notCoveredRecords } from '@pointrelease/core/src/integrations/enforce/not-covered.ts';
import { databaseFile } from '../database/state-folder.ts';
import { doubtOf } from '../feeds/state/doubtful-data.ts';
import { explained, replaceFile, usualMode } from '../process/draft-file.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { refuseUnreplaceable } from '../process/regular-file.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import type { Settings } from '../settings/settings.ts';
import { problemLine } from './ask/answer-text.ts';
import { knownCatalog, withKnowledge } from './catalog.ts';
import { type Call, command, type Options } from './command.ts';
import { incompleteStatus } from './exit-status.ts';
import { doorOptions } from './minimum.ts';
import { asOfDay, asOfOption, oneOfOption } from './options.ts';
import { tell } from './terminal-text.ts';

const options = {
	policy: { type: 'string', value: 'NAME', help: 'a policy from the POLICIES file' },
	for: { type: 'string', value: 'FORMAT', help: `one of ${formatNames.join(', ')}` },
	out: { type: 'string', value: 'DIR', help: 'write all files of the format to this folder' },
	'enforce-overdue': {
		type: 'boolean',
		help: `enforce deadlines that have passed, which restarts Macs at once (default: ${verdictWords.overdue} Macs get tomorrow as deadline)`,
	},
	...asOfOption,
	activations: {
		type: 'boolean',
		help: 'ddm: add activations, so that one upload works for all Macs without smart groups; try one Mac first',
	},
	'own-major': {
		type: 'boolean',
		help: 'ddm, nudge: include files for Macs that already run a newer major version than the policy requires; give them only to those Macs',
	},
	mdm: {
		type: 'string',
		value: 'NAME',
		help: `ddm: the MDM to write declarations for: ${mdmNames.join(', ')}`,
	},
	...doorOptions,
	'intune-model': {
		type: 'string',
		value: 'KIND',
		help: 'access: what your tenant of Intune shows as the model of a Mac, identifier or name; without it intune.json has no models',
	},
} as const satisfies Options;

export const enforceCommand = command({
	name: 'enforce',
	summary:
		'write enforcement files for a named policy: declarations, Fleet (fleetdm) GitOps, Nudge, or minimum versions for sign-in',
	options,
	details: `
Without --out the first file is printed: groups.json for ddm, fleet.yml for fleet, nudge.json for nudge, minimum.json for
access. The files
are the same as those of GET /enforce/NAME/FORMAT, from the built-in data and what a service learned here. With
--json all files are printed in one record, each with its SHA-256, and the Macs that they do not reach. A file for a
newer major version upgrades every Mac that gets it: with --own-major, give it only to Macs on that major version. See
"pointrelease manual enforce".`,
	run: enforce,
});

async function enforce(call: Call<typeof options>): Promise<void> {
	const { options, settings, json, print } = call;
	const policies = await loadPolicies(settings.policiesFile);
	const policy = requiredOption(options.policy, 'policy', [...policies.keys()]);
	const format = requiredOption(options.for, 'for', formatNames);
	const asOf = asOfDay(call);
	const catalog = await knownCatalog(settings);
	const enforcement = enforcementOf(catalog, {
		policies,
		enforcementAsked: { policy, format },
		asOf,
		options: {
			...(options['enforce-overdue'] && { enforceOverdue: true }),
			...(options.activations && { activations: true }),
			...(options['own-major'] && { ownMajor: true }),
			...(options.mdm !== undefined && { mdm: mdmOf(options.mdm) }),
			...accessOptions(options, format),
		},
	});
	if (isProblem(enforcement)) {
		if (json) print(enforcement.body);
		throw new Failure(enforcement.code, problemLine(enforcement.body));
	}
	const { files, notices, notCovered } = enforcement;
	const { out } = options;
	const doubt = out !== undefined && format === 'access' ? await doubtAbout(settings) : null;
	if (doubt !== null) {
		// A minimum that follows doubtful data locks people out.
		tell(`nothing is written to ${out}, and its files stay: ${doubt}`);
		process.exitCode = incompleteStatus;
		return;
	}
	if (out !== undefined) writeFiles(out, files);
	if (json) {
		const listed = files.map(({ listedUntil = null, ...file }) => ({
			...file,
			sha256: sha256(file),
			listed_until: listedUntil,
		}));
		const not_covered = notCoveredRecords(notCovered);
		return print(
			JSON.stringify({
				policy,
				format,
				data_version: catalog.dataVersion,
				notices,
				files: listed,
				not_covered,
			}),
		);
	}
	for (const notice of notices) tell(`notice: ${notice}`);
	if (out !== undefined)
		return print(files.map((file) => `${sha256(file)}  ${join(out, file.name)}`).join('\n'));
	print(files[0]!.body);
}

function requiredOption(value: string | undefined, option: string, choices: readonly string[]): string {
	if (value !== undefined) return value;
	const expected = choices.length > 0 ? `one of ${choices.join(', ')}` : 'a policy from the POLICIES file';
	throw new Failure('bad-arguments', `--${option} is missing: expected ${expected}`);
}

function accessOptions(given: Call<typeof options>['options'], format: string): FormatOptions {
	const at = oneOfOption('at', given.at, doors);
	const hardware = oneOfOption('hardware', given.hardware, hardwareChoices);
	const intuneModel = oneOfOption('intune-model', given['intune-model'], intuneModels);
	const access = { ...(at && { at }), ...(hardware && { hardware }), ...(intuneModel && { intuneModel }) };
	const [first] = Object.keys(access);
	if (first !== undefined && format !== 'access')
		throw new Failure(
			'bad-arguments',
			`--${first.replace('M', '-m')}: only the format access has minimum versions`,
		);
	return access;
}

/** Why the data should not decide who may sign in now; null if there is no reason, or no service ever ran here. */
async function doubtAbout(settings: Settings): Promise<string | null> {
	if (!settings.databaseUrl && !existsSync(databaseFile(settings.stateFolder))) return null;
	return withKnowledge(settings, (database) => doubtOf(database, Date.now()), { make: false });
}

function mdmOf(text: string): MdmName {
	if (isMdm(text)) return text;
	throw new Failure('bad-arguments', `--mdm: expected one of ${mdmNames.join(', ')}`);
}

function writeFiles(folder: string, files: readonly EnforcementFile[]): void {
	try {
		mkdirSync(folder, { recursive: true });
		for (const { name } of files) {
			const path = join(folder, name);
			explained(path, () => refuseUnreplaceable(path));
		}
		for (const { name, body } of files) replaceFile(join(folder, name), [body], usualMode());
		const written = new Set(files.map(({ name }) => name));
		const stale = readdirSync(folder).filter((name) => ofGroup.test(name) && !written.has(name));
		for (const name of stale.sort())
			tell(`${join(folder, name)} is from an earlier run, and no longer part of the files: remove it`);
	} catch (thrown) {
		if (thrown instanceof Failure) throw thrown;
		throw new Failure('unwritable-folder', `${folder} cannot be written (${fileTrouble(thrown)})`);
	}
}

/** The names of files that belong to one group of Macs. */
const ofGroup =
	/^(?:team-|nudge-|blueprint-)?(?:macos-\d+(?:-\d+)?(?:-late(?:-\d+)?)?|deferrals|settings)(?:\.activation|\.payload|\.predicate)?\.(?:json|yml|txt)$/;

function sha256({ body }: EnforcementFile): string {
	return createHash('sha256').update(body).digest('hex');
}
