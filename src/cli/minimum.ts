import { doors } from '@pointrelease/core/src/advice/door/minimum.ts';
import { hardwareChoices, minimumLines } from '@pointrelease/core/src/advice/door/minimum-record.ts';
import { minimumOf } from '@pointrelease/core/src/api/minimum.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { Failure } from '../process/failure.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import { problemLine } from './ask/answer-text.ts';
import { knownCatalog } from './catalog.ts';
import { type Call, command, type Options } from './command.ts';
import { asOfDay, asOfOption, oneOfOption } from './options.ts';

/** What a door asks, of every command that makes minimum versions. */
export const doorOptions = {
	at: {
		type: 'string',
		value: 'DOOR',
		help: 'which Macs are refused: deadline for those that are overdue (default), target for those below their target',
	},
	hardware: {
		type: 'string',
		value: 'CHOICE',
		help: 'Macs whose hardware ends at an older major version: allow or refuse them where a product cannot distinguish models',
	},
} as const satisfies Options;

const options = { ...doorOptions, ...asOfOption };

export const minimumCommand = command({
	name: 'minimum',
	words: 'POLICY [MAJOR]',
	arity: [1, 2],
	summary: 'print the minimum versions of a policy, for single sign-on, VPNs and device trust',
	options,
	details: `
Prints the same as GET /minimum/POLICY: lines of key=value, or one version with MAJOR. The exit status is 1 if no version
of MAJOR is admitted, so that a script stops.
  minimum n-1
  minimum n-1 26 --at target
See "pointrelease manual door".`,
	run: printMinimum,
});

async function printMinimum(call: Call<typeof options>): Promise<void> {
	const { words, options, settings, json, print } = call;
	const [policy, major = null] = words as [string, string?];
	const minimum = minimumOf(await knownCatalog(settings), await loadPolicies(settings.policiesFile), {
		policy,
		major,
		at: oneOfOption('at', options.at, doors) ?? 'deadline',
		hardware: oneOfOption('hardware', options.hardware, hardwareChoices) ?? 'refuse',
		asOf: asOfDay(call),
	});
	if (isProblem(minimum)) {
		if (json) print(minimum.body);
		throw new Failure(minimum.code, problemLine(minimum.body));
	}
	if (json) return print(JSON.stringify(minimum));
	if (major !== null) return print(minimum.majors.find((each) => each.major === major)!.minimum!);
	print(
		Object.entries(minimumLines(minimum))
			.map(([key, value]) => `${key}=${value ?? ''}`)
			.join('\n'),
	);
}
