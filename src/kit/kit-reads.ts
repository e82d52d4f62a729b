import { createHash } from 'node:crypto';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
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
} from '@pointrelease/core/src/api/reads/query.ts';
import { dayFields, jsonAnswer, type Read, type ReadRequest } from '@pointrelease/core/src/api/reads/read.ts';
import type { KitPath } from '@pointrelease/core/src/api/routes.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { formatNames } from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { clientFiles, fillIn } from './client-files.ts';
import type { KitFileRecord, KitRecord } from './kit-parts.ts';

type KitRequest = Pick<ReadRequest<string>, 'query' | 'policies'>;

/** `/kit/index.json`: every file of the kit with its checksum, for the chosen policy. */
const readKit: Read<'/kit/index.json', 'Kit'> = (catalog, request) => {
	const policy = readChosen(request);
	if (policy !== null && typeof policy !== 'string') return policy;
	const ownMajor = readOwnMajor(request);
	if (typeof ownMajor !== 'boolean') return ownMajor;
	const day = readDayQuery(request);
	if (isProblem(day)) return day;
	const { address = null, policies, ownSofaUrl = null } = request;
	const today = day.query.has('as_of') ? null : request.today;
	const clients = clientFiles.map((file) => {
		const query = policy === null ? '' : `?policy=${encodeURIComponent(policy)}`;
		const body = fillIn(file, { address, policy });
		return fileRecord('client', { ...file, body }, `/kit/${file.name}${query}`, file.what);
	});
	const { files, refused, notices } =
		policy === null ? noFiles : filesOf(catalog, { policies, policy, day, ownSofaUrl, ownMajor });
	const record: KitRecord = {
		data_version: catalog.dataVersion,
		address,
		policy,
		policies: [...policies.keys()],
		files: [...clients, ...files],
		refused,
		notices,
	};
	const { fields, changed } = dayFields(catalog, today);
	return { ...jsonAnswer(record), fields, changed };
};

/** `/kit/{file}`: a file of the clients, with address and policy filled in. */
const readKitFile: Read<'/kit/{file}'> = (_, request) => {
	const policy = readChosen(request);
	if (policy !== null && typeof policy !== 'string') return policy;
	const { file: name } = request.parameters;
	const file = clientFiles.find((file) => file.name === name);
	if (!file) return unknownFile(name, clientFiles);
	const body = fillIn(file, { address: request.address ?? null, policy });
	return { status: 200, body, fields: { 'Content-Type': file.type } };
};

/** `/kit/{policy}/{format}/{file}`: a file of `/enforce`, which names this service's SOFA feed if that is public. */
const readKitEnforcementFile: Read<'/kit/{policy}/{format}/{file}'> = (catalog, request) =>
	answerFile(catalog, {
		request,
		parameters: request.parameters,
		file: request.parameters.file,
		kitOptions: { ownSofaUrl: request.ownSofaUrl ?? null },
	});

/** The reads of the kit, which has the clients' own files. */
export const kitReads: { readonly [Path in KitPath]: Read<Path> } = {
	'/kit/index.json': readKit,
	'/kit/{file}': readKitFile,
	'/kit/{policy}/{format}/{file}': readKitEnforcementFile,
};

/** The policy of the query; null for none. */
function readChosen({ query, policies }: KitRequest): string | null | Problem {
	const parameters = readParameters(query);
	if (isProblem(parameters)) return parameters;
	const policy = parameters.get('policy');
	return policy === null || policies.has(policy) ? policy : unknownPolicy(policy, policies);
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
			const given = ['as_of', 'own_major'].filter((name) => query.has(name));
			const options = given.map((name) => `${name}=${query.get(name)}`).join('&');
			for (const file of enforcement.files) {
				const path = `/kit/${encodeURIComponent(policy)}/${format}/${file.name}${options && `?${options}`}`;
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
