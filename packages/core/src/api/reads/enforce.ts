import { doors } from '../../advice/door/minimum.ts';
import { hardwareChoices } from '../../advice/door/minimum-record.ts';
import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import { policyOf } from '../../advice/policy/policy.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { enforce, isEnforceable } from '../../integrations/enforce/enforce.ts';
import {
	type Enforcement,
	type FormatOptions,
	formatNames,
	intuneModels,
	isFormat,
	isMdm,
	mdmNames,
} from '../../integrations/enforce/formats.ts';
import { whyNoShape } from '../../integrations/enforce/mdm-shapes.ts';
import { BoundedMap } from '../../text/bounded-map.ts';
import type { Answer } from '../answer.ts';
import { isProblem, type Problem, problem } from '../problem.ts';
import { readDayQuery, readFlag, refuse } from './query.ts';
import { dayFields, type Read, type ReadRequest } from './read.ts';

/** `/enforce/{policy}/{format}`: the first file of the format. */
export const readEnforcement: Read<'/enforce/{policy}/{format}'> = (catalog, request) =>
	answerFile(catalog, { request, parameters: request.parameters, file: null });

/** `/enforce/{policy}/{format}/{file}`: one file of the format. */
export const readEnforcementFile: Read<'/enforce/{policy}/{format}/{file}'> = (catalog, request) =>
	answerFile(catalog, { request, parameters: request.parameters, file: request.parameters.file });

/** A file of a named policy in a format; null for the first. */
export function answerFile(
	catalog: Catalog,
	{
		request,
		parameters,
		file,
		kitOptions = {},
	}: {
		request: Pick<ReadRequest<string>, 'query' | 'today' | 'policies'>;
		parameters: EnforcementAsked;
		file: string | null;
		kitOptions?: FormatOptions | undefined;
	},
): Answer | Problem {
	const { today, policies } = request;
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const queryOptions = readOptions(query);
	if (isProblem(queryOptions)) return queryOptions;
	const options = { ...kitOptions, ...queryOptions };
	const enforcement = enforcementOf(catalog, { policies, enforcementAsked: parameters, asOf, options });
	if (isProblem(enforcement)) return enforcement;
	const { files } = enforcement;
	const enforcementFile = file === null ? files[0]! : files.find(({ name }) => name === file);
	if (!enforcementFile) return unknownFile(file!, files);
	const { body, type } = enforcementFile;
	const { fields, changed } = dayFields(catalog, query.has('as_of') ? null : today);
	return { status: 200, body, fields: { ...fields, 'Content-Type': type }, changed };
}

/** The options of the files, from a query. */
function readOptions(query: URLSearchParams): FormatOptions | Problem {
	const enforceOverdue = readFlag(query, 'enforce_overdue');
	if (typeof enforceOverdue !== 'boolean') return enforceOverdue;
	const activations = readFlag(query, 'activations');
	if (typeof activations !== 'boolean') return activations;
	const ownMajor = readFlag(query, 'own_major');
	if (typeof ownMajor !== 'boolean') return ownMajor;
	const mdm = query.get('mdm');
	const access = readAccessOptions(query);
	if (isProblem(access)) return access;
	if (mdm !== null && !isMdm(mdm)) return refuse('mdm', `one of ${mdmNames.join(', ')}`);
	return {
		...(enforceOverdue && { enforceOverdue }),
		...(activations && { activations }),
		...(ownMajor && { ownMajor }),
		...(mdm !== null && { mdm }),
		...access,
	};
}

function readAccessOptions(query: URLSearchParams): FormatOptions | Problem {
	const at = readOneOf(query, 'at', doors);
	if (isProblem(at)) return at;
	const hardware = readOneOf(query, 'hardware', hardwareChoices);
	if (isProblem(hardware)) return hardware;
	const intuneModel = readOneOf(query, 'intune_model', intuneModels);
	if (isProblem(intuneModel)) return intuneModel;
	return { ...at, ...hardware, ...(intuneModel.intune_model && { intuneModel: intuneModel.intune_model }) };
}

/** A parameter with few values, under its name; nothing if it is absent. */
function readOneOf<const Name extends string, const Value extends string>(
	query: URLSearchParams,
	name: Name,
	values: readonly Value[],
): { [Each in Name]?: Value } | Problem {
	const text = query.get(name);
	if (text === null) return {};
	const value = values.find((each) => each === text);
	if (value === undefined) return refuse(name, `one of ${values.join(', ')}`);
	return { [name]: value } as { [Each in Name]?: Value };
}

interface EnforcementAsked {
	readonly policy: string;
	readonly format: string;
}

/** The files of a named policy in a format, or why there are none. */
export function enforcementOf(
	catalog: Catalog,
	{
		policies,
		enforcementAsked: { policy: name, format },
		asOf,
		options = {},
	}: {
		policies: NamedPolicies;
		enforcementAsked: EnforcementAsked;
		asOf: string;
		options?: FormatOptions | undefined;
	},
): Enforcement | Problem {
	const named = policies.get(name);
	if (!named) return unknownPolicy(name, policies);
	if (!isFormat(format)) {
		return problem('format-unknown', `there is no format ${JSON.stringify(format)}`, {
			formats: formatNames,
		});
	}
	const wish = options.mdm ? 'mdm' : 'activations';
	if (format !== 'access' && (options.at || options.hardware || options.intuneModel)) {
		return refuse(
			options.at ? 'at' : options.hardware ? 'hardware' : 'intune_model',
			'the format access: the others have no minimum versions',
		);
	}
	if (format !== 'ddm' && (options.mdm || options.activations)) {
		return refuse(wish, 'the format ddm: the others have no such shape');
	}
	const missing = whyNoShape(options);
	if (missing !== null) return refuse('mdm', missing);
	const { terms, settings } = named;
	const policy = { ...policyOf(asOf, terms, name), ...(settings && { settings }) };
	if (!isEnforceable(policy, format, options)) {
		const detail = `the policy ${name} has no deadline, and ${format} needs one: set grace_days in the policy`;
		return problem('policy-without-deadline', detail);
	}
	return cached(catalog, policies, JSON.stringify([format, name, asOf, options]), () =>
		enforce(catalog, policy, format, options),
	);
}

/**
 * The index of a kit needs all files of a policy, and clients then ask for each file, so the files are stored: those of
 * one policy take 5 to 11 ms of processor time per format.
 */
const enforcements = new WeakMap<NamedPolicies, WeakMap<Catalog, BoundedMap<string, Enforcement>>>();
/** All formats of a dozen policies, 40 KB each. Clients choose the day and the host, so the number is limited. */
const mostEnforcements = 36;

function cached(
	catalog: Catalog,
	policies: NamedPolicies,
	key: string,
	make: () => Enforcement,
): Enforcement {
	const ofCatalogs = enforcements.get(policies) ?? new WeakMap<Catalog, BoundedMap<string, Enforcement>>();
	enforcements.set(policies, ofCatalogs);
	const byKey = ofCatalogs.get(catalog) ?? new BoundedMap<string, Enforcement>(mostEnforcements);
	ofCatalogs.set(catalog, byKey);
	return byKey.findOrMake(key, make);
}

export function unknownPolicy(name: string, policies: NamedPolicies): Problem {
	const none = policies.size === 0 ? ': the POLICIES file has no policies' : '';
	return problem('policy-unknown', `there is no policy ${JSON.stringify(name)}${none}`, {
		policies: [...policies.keys()],
	});
}

export function unknownFile(file: string, files: readonly { readonly name: string }[]): Problem {
	return problem('file-unknown', `there is no file ${JSON.stringify(file)} here`, {
		files: files.map(({ name }) => name),
	});
}
