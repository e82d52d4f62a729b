import { createHash } from 'node:crypto';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { numberTerms } from '@pointrelease/core/src/advice/policy/policy.ts';
import { isProblem, type Problem } from '@pointrelease/core/src/api/problem.ts';
import {
	answerFile,
	enforcementOf,
	unknownFile,
	unknownPolicy,
} from '@pointrelease/core/src/api/reads/enforce.ts';
import {
	type DayQuery,
	readDayQuery,
	readFlag,
	readParameters,
	readPolicyQuery,
	refuse,
} from '@pointrelease/core/src/api/reads/query.ts';
import { dayFields, jsonAnswer, type Read, type ReadRequest } from '@pointrelease/core/src/api/reads/read.ts';
import type { KitPath } from '@pointrelease/core/src/api/routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { formatNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { clientFiles, fillIn, policyShape } from './client-files.ts';
import type { KitFileRecord, KitRecord } from './kit-parts.ts';

type KitRequest = Pick<ReadRequest<string>, 'query' | 'policies' | 'today'>;

/** `/kit/index.json`: every file of the kit with its checksum, for the chosen policy, which may be one of the person's own. */
const readKit: Read<'/kit/index.json', 'Kit'> = (catalog, request) => {
	const parameters = readParameters(request.query);
	if (isProblem(parameters)) return parameters;
	const policies = withOwnPolicy(parameters.get('policy'), parameters, request);
	if (isProblem(policies)) return policies;
	const policy = readChosen(parameters, policies);
	if (policy !== null && typeof policy !== 'string') return policy;
	const ownMajor = readOwnMajor(request);
	if (typeof ownMajor !== 'boolean') return ownMajor;
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { address = null, ownSofaUrl = null } = request;
	// The scripts send the name of their policy to the service, which knows the operator's alone.
	const known = policy !== null && request.policies.has(policy) ? policy : null;
	const today = day.query.has('as_of') ? null : request.today;
	const clients = clientFiles.map((file) => {
		const query = known === null ? '' : `?policy=${encodeURIComponent(known)}`;
		const body = fillIn(file, { address, policy: known });
		return fileRecord('client', { ...file, body }, `/kit/${file.name}${query}`, file.what);
	});
	const { files, refused, notices } =
		policy === null ? noFiles : filesOf(catalog, { policies, policy, day, ownSofaUrl, ownMajor });
	const record: KitRecord = {
		data_version: catalog.dataVersion,
		address,
		policy,
		policies: [...request.policies.keys()],
		files: [...clients, ...files],
		refused,
		notices,
	};
	const { fields, changed } = dayFields(catalog, today);
	return { ...jsonAnswer(record), fields, changed };
};

/** `/kit/{file}`: a file of the clients, with address and policy filled in. */
const readKitFile: Read<'/kit/{file}'> = (_, request) => {
	const parameters = readParameters(request.query);
	if (isProblem(parameters)) return parameters;
	const policy = readChosen(parameters, request.policies);
	if (policy !== null && typeof policy !== 'string') return policy;
	const { file: name } = request.parameters;
	const file = clientFiles.find((file) => file.name === name);
	if (!file) return unknownFile(name, clientFiles);
	const body = fillIn(file, { address: request.address ?? null, policy });
	return { status: 200, body, fields: { 'Content-Type': file.type } };
};

/** `/kit/{policy}/{format}/{file}`: a file of `/enforce`, which names this service's SOFA feed if that is public. */
const readKitEnforcementFile: Read<'/kit/{policy}/{format}/{file}'> = (catalog, request) => {
	const { parameters, ownSofaUrl = null } = request;
	const query = readParameters(request.query);
	if (isProblem(query)) return query;
	const policies = withOwnPolicy(parameters.policy, query, request);
	if (isProblem(policies)) return policies;
	return answerFile(catalog, {
		request: { ...request, policies },
		parameters,
		file: parameters.file,
		kitOptions: { ownSofaUrl },
	});
};

/** The reads of the kit, which has the clients' own files. */
export const kitReads: { readonly [Path in KitPath]: Read<Path> } = {
	'/kit/index.json': readKit,
	'/kit/{file}': readKitFile,
	'/kit/{policy}/{format}/{file}': readKitEnforcementFile,
};

/** The policy of the query; null for none. */
function readChosen(query: URLSearchParams, policies: NamedPolicies): string | null | Problem {
	const policy = query.get('policy');
	return policy === null || policies.has(policy) ? policy : unknownPolicy(policy, policies);
}

/** The parameters that are terms of a policy. */
const termNames: readonly string[] = [...Object.keys(numberTerms), 'exclude'];

/** The operator's policies and, if the query has terms, the policy of these terms under a name that no other has. */
function withOwnPolicy(
	name: string | null,
	query: URLSearchParams,
	{ policies, today }: Pick<KitRequest, 'policies' | 'today'>,
): NamedPolicies | Problem {
	if (!termNames.some((term) => query.has(term))) return policies;
	if (name === null || !policyShape.test(name))
		return refuse(
			'policy',
			'a name for these terms: at most 64 letters, digits, dots, hyphens and underscores',
		);
	if (policies.has(name))
		return refuse('policy', `another name for these terms: the operator has a policy ${name}`);
	const terms = new URLSearchParams([...query].filter(([parameter]) => parameter !== 'policy'));
	const policy = readPolicyQuery(terms, today, policies);
	return isProblem(policy) ? policy : new Map([...policies, [name, { description: null, terms: policy }]]);
}

function readOwnMajor({ query }: KitRequest): boolean | Problem {
	const parameters = readParameters(query);
	return isProblem(parameters) ? parameters : readFlag(parameters, 'own_major');
}

const noFiles = { files: [], refused: [], notices: [] };

function filesOf(
	catalog: Catalog,
	{
		policies,
		policy,
		day: { query, asOf },
		ownSofaUrl,
		ownMajor,
	}: {
		policies: NamedPolicies;
		policy: string;
		day: DayQuery;
		ownSofaUrl: string | null;
		ownMajor: boolean;
	},
) {
	const files: KitFileRecord[] = [];
	const refused: KitRecord['refused'][number][] = [];
	const notices: KitRecord['notices'][number][] = [];
	for (const format of formatNames) {
		const enforcement = enforcementOf(catalog, {
			policies,
			enforcementAsked: { policy, format },
			asOf,
			options: { ownSofaUrl, ...(ownMajor && { ownMajor }) },
		});
		if (isProblem(enforcement)) refused.push({ format, because: JSON.parse(enforcement.body).detail });
		else {
			for (const notice of enforcement.notices) notices.push({ format, notice });
			const given = ['as_of', 'own_major', ...termNames].filter((name) => query.has(name));
			const options = new URLSearchParams(Object.fromEntries(given.map((name) => [name, query.get(name)!])));
			for (const file of enforcement.files) {
				const path = `/kit/${encodeURIComponent(policy)}/${format}/${file.name}${options.size > 0 ? `?${options}` : ''}`;
				files.push(fileRecord(format, file, path, null));
			}
		}
	}
	return { files, refused, notices };
}

interface Listed {
	readonly name: string;
	readonly type: string;
	readonly body: string;
	readonly listedUntil?: string;
}

function fileRecord(
	kind: KitFileRecord['kind'],
	{ name, type, body, listedUntil }: Listed,
	path: string,
	purpose: string | null,
): KitFileRecord {
	const bytes = Buffer.from(body);
	return {
		kind,
		name,
		path,
		what: purpose,
		type,
		bytes: bytes.length,
		sha256: createHash('sha256').update(bytes).digest('hex'),
		listed_until: listedUntil ?? null,
	};
}
