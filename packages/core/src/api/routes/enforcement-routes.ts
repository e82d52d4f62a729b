import {
	boardId,
	day,
	doorOptions,
	fileNamed,
	fileOptions,
	format,
	majorOfPath,
	ownMajor,
	policyOfKit,
	policyOfPath,
	policyTerms,
} from '../parameters.ts';
import { readEnforcement, readEnforcementFile } from '../reads/enforce.ts';
import { readEnforceable } from '../reads/enforceable.ts';
import { type Route, read, readOfFile } from '../route.ts';

const file = fileNamed('macos-26.json');
/** The terms of a policy that only the request has. */
const { policy: _, ...ownTerms } = policyTerms;
const json = { type: 'object' } as const;
const text = { type: 'string' } as const;

const door = {
	access: 'key',
	keyAlsoAs: 'basic',
	answeredBy: 'service',
	optional: true,
	tag: 'Reads',
	query: { ...doorOptions, ...day },
	validFor: 'public',
	statuses: {
		409: {
			description: 'The policy has no deadline: set `grace_days` in it, or ask for `at=target`.',
			forms: { 'application/problem+json': { shape: 'Problem' } },
		},
	},
} as const;

const needsDeadline = {
	409: {
		description: 'The policy has no deadline, and the format needs one: set `grace_days` in the policy.',
		forms: { 'application/problem+json': { shape: 'Problem' } },
		example: '/enforce/no-deadline/ddm',
	},
} as const;

/** What management services take to enforce a policy, and the clients' own files. */
export const enforcementRoutes = [
	read({
		path: '/enforceable/{mac}',
		operationId: 'getEnforceable',
		summary: 'What can be enforced on a Mac',
		description:
			"The releases that the list of Apple's update service has for a Mac, and until when. A declaration that names any other does nothing. `versions` is null if the list is not known: the service has not read it yet, or `as_of` is a day before it was read.",
		parameters: { mac: boardId },
		query: day,
		answer: 'Enforceable',
		examples: { mac: '/enforceable/J293AP' },
		validFor: 'day',
		handler: readEnforceable,
	}),
	readOfFile({
		path: '/enforce/{policy}/{format}',
		operationId: 'getEnforcement',
		summary: 'Enforcement files of a policy',
		description:
			'The first file of the format, the same as `pointrelease enforce` prints: for `ddm` the groups of Macs that share a target, each with its declaration, board IDs and model identifiers; for `fleet` labels, policies and controls as GitOps YAML; for `nudge` one configuration for all Macs.',
		parameters: { policy: policyOfPath, format },
		query: { ...day, ...fileOptions },
		forms: { 'application/json': json, 'application/yaml': text },
		answerIs: 'The file.',
		validFor: 'day',
		statuses: needsDeadline,
		handler: readEnforcement,
	}),
	readOfFile({
		path: '/enforce/{policy}/{format}/{file}',
		operationId: 'getEnforcementFile',
		summary: 'One enforcement file of a policy',
		description:
			'Any file that `pointrelease enforce --out` writes: `groups.json`, `macos-26.json` and `macos-26-late.json` of `ddm`; `fleet.yml`, `labels.yml`, `policies.yml`, `controls.yml` and `macos-26.json` of `fleet`; `nudge.json` and `nudge-macos-26.json` of `nudge`; `deferrals.json` or `settings.json` of `ddm` and `fleet`; with `activations` also `bundle.json`, `macos-26.activation.json`, `macos-26.predicate.txt` and `macos-26.payload.json`. A problem lists the available files.',
		parameters: { policy: policyOfPath, format, file },
		query: { ...day, ...fileOptions },
		forms: { 'application/json': json, 'application/yaml': text, 'text/plain': text },
		answerIs: 'The file.',
		validFor: 'day',
		statuses: needsDeadline,
		handler: readEnforcementFile,
	}),
	{
		path: '/minimum/{policy}',
		...door,
		operationId: 'getMinimum',
		summary: 'Minimum versions at a door',
		description:
			'The lowest version of each major version that a policy admits today, for single sign-on, VPNs and device trust, and the day of the next change. A minimum may fall: when a release is pulled, a Mac below it is no longer overdue. With `Accept: text/plain` as `key=value` lines. Available if the operator has set `MINIMUM`: with `key` send the license key as it is or as the password of HTTP Basic; with `public` no key is needed, except for `as_of`.',
		parameters: { policy: policyOfPath },
		answer: 'Minimum',
		forms: { 'text/plain': text },
	},
	{
		path: '/minimum/{policy}/{major}',
		...door,
		operationId: 'getMinimumOfMajor',
		summary: 'The minimum of one major version, as text',
		description:
			'The version and a line feed, for scripts: `$(curl -fsS …)`. 404 (`major-closed`) if no version of the major version is admitted, so that `-f` stops the script.',
		parameters: { policy: policyOfPath, major: majorOfPath },
		forms: { 'text/plain': text },
		answerIs: 'The version.',
	},
	{
		path: '/kit/index.json',
		access: 'key',
		answeredBy: 'kit',
		operationId: 'getKit',
		tag: 'Reads',
		summary: 'Deploy: clients and enforcement files',
		description:
			'Every file of the page Deploy with its path, size and SHA-256: the clients with the address of this service filled in and, with `policy`, the enforcement files of that policy. With terms beside it, `policy` is the name that you give to them: their files are made, and the clients have no policy until the operator saves it in the `POLICIES` file.',
		query: { policy: policyOfKit, own_major: ownMajor, ...day, ...ownTerms },
		answer: 'Kit',
		validFor: 'day',
		canMiss: true,
	},
	{
		path: '/kit/{file}',
		access: 'key',
		answeredBy: 'kit',
		operationId: 'getKitFile',
		tag: 'Reads',
		summary: 'A client, with the address of this service',
		description:
			'A script or collection of the clients. The address is that of `PUBLIC_URL`, or the one that the request was sent to.',
		parameters: { file: fileNamed('pointrelease.sh') },
		query: { policy: policyOfKit },
		forms: { 'text/x-shellscript': text, 'application/json': json, 'application/xml': text },
		answerIs: 'The file.',
	},
	{
		path: '/kit/{policy}/{format}/{file}',
		access: 'key',
		answeredBy: 'kit',
		operationId: 'getKitEnforcementFile',
		tag: 'Reads',
		summary: 'The files of /enforce, as Deploy offers them',
		description:
			'The same bytes as `/enforce/{policy}/{format}/{file}`; if the SOFA feed of this service is public, the Nudge files name it. With terms, `policy` is their name, as in `/kit/index.json`.',
		parameters: { policy: policyOfPath, format, file },
		query: { ...day, ...fileOptions, ...ownTerms },
		forms: { 'application/json': json, 'application/yaml': text },
		answerIs: 'The file.',
		validFor: 'day',
		statuses: needsDeadline,
	},
] as const satisfies readonly Route[];
