import { keyRefusal } from '@pointrelease/core/src/api/key-refusal.ts';
import type { ValueSchema } from '@pointrelease/core/src/api/parameters.ts';
import { onlyReadsAllowed, type Problem, problem, problems } from '@pointrelease/core/src/api/problem.ts';
import type { Described, DescribedRoute } from '@pointrelease/core/src/api/route.ts';
import type { ShapeName } from '@pointrelease/core/src/api/shapes/shapes.ts';
import type { AskExample } from './examples.ts';
import { type JsonSchema, recordReference } from './record-schemas.ts';

type ProblemCode = keyof typeof problems;

const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The headers of answers. */
export const headerComponents = {
	ETag: {
		description: 'Strong; depends on the content and its encoding.',
		required: true,
		schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]{22}(-br|-gzip)?"$' },
	},
	'Last-Modified': {
		description: 'The moment the data set last changed.',
		required: true,
		schema: { type: 'string' },
	},
	'Cache-Control': { required: true, schema: { type: 'string', const: 'private, max-age=300' } },
	'Data-Version': {
		description: 'The state of the data the answer comes from.',
		required: true,
		schema: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}-[0-9a-f]{12}$' },
	},
	'Retry-After': { description: 'Seconds to wait.', schema: { type: 'string', pattern: '^\\d+$' } },
	Allow: { schema: { type: 'string', const: 'GET, HEAD' } },
	'Vary-Encoding': {
		description: 'Long answers are compressed if the client accepts it.',
		required: true,
		schema: { type: 'string', const: 'Accept-Encoding' },
	},
	'Vary-Accept-Encoding': {
		description:
			'The answer has several content types, and is compressed if it is long and the client accepts it.',
		required: true,
		schema: { type: 'string', const: 'Accept, Accept-Encoding' },
	},
};

const ofToday = {
	description: 'Without `as_of` the answer holds for today only.',
	required: true,
	schema: { type: 'string', enum: ['private, max-age=300', 'private, no-cache'] },
};
const ofPublicPages = {
	description: 'Public where pages are public.',
	required: true,
	schema: { enum: ['private, max-age=300', 'public, max-age=300'] },
};

/** The header fields of an answer, by what it is valid for. */
function answerHeaders(route: DescribedRoute, { validFor = 'data', answer, forms }: Described): object {
	if (route.method === 'POST' || route.access === 'public' || validFor === 'once') return {};
	const isVaried = answer !== undefined && forms !== undefined;
	const vary = header(isVaried ? 'Vary-Accept-Encoding' : 'Vary-Encoding');
	const isDated = validFor !== 'state';
	const caching = {
		data: header('Cache-Control'),
		day: ofToday,
		public: ofPublicPages,
		feed: null,
		state: null,
	};
	return {
		ETag: header('ETag'),
		...(isDated && { 'Last-Modified': header('Last-Modified') }),
		...(caching[validFor] && { 'Cache-Control': caching[validFor] }),
		'Data-Version': header('Data-Version'),
		...(route.answeredBy !== 'operation' && { Vary: vary }),
	};
}

/** Every status that a path can answer with. */
export function responsesOf(
	route: DescribedRoute,
	described: Described,
	schema: JsonSchema | null,
	{ examples, texts, ask }: { examples: object; texts: object; ask: AskExample },
): object {
	const { answerIs = 'The record.', forms = {}, statuses = {} } = described;
	const headers = answerHeaders(route, described);
	const json = schema && { schema, ...(hasMembers(examples) && { examples }) };
	const others = Object.entries(forms).map(([type, form]) => [
		type,
		{ schema: form, ...(type === 'text/plain' && hasMembers(texts) && { examples: texts }) },
	]);
	return {
		200: {
			description: answerIs,
			...(hasMembers(headers) && { headers }),
			content: { ...(json && { 'application/json': json }), ...Object.fromEntries(others) },
		},
		...usualStatuses(route, described),
		...Object.fromEntries(
			Object.entries(statuses).map(([status, other]) => [status, otherStatus(route, other, ask)]),
		),
	};
}

function hasMembers(value: object): boolean {
	return Object.keys(value).length > 0;
}

type OtherStatus = NonNullable<Described['statuses']>[number];

function otherStatus(
	{ access }: DescribedRoute,
	{ description, forms, example }: OtherStatus,
	ask: AskExample,
): object {
	if (!forms) return { description };
	const value = typeof example === 'string' ? ask.problem(example) : example;
	const schemaOf = (form: ValueSchema | { readonly shape: ShapeName }) =>
		'shape' in form ? recordReference(form.shape) : form;
	return {
		description,
		...(access === 'key' &&
			'application/problem+json' in forms && { headers: { 'Data-Version': header('Data-Version') } }),
		content: Object.fromEntries(
			Object.entries(forms).map(([type, form]) => [
				type,
				{ schema: schemaOf(form), ...(value !== undefined && { example: value }) },
			]),
		),
	};
}

/** The problems of any path behind the key, and of those that are public. */
function usualStatuses(route: DescribedRoute, described: Described): object {
	const { path, access, answeredBy, method, query } = route;
	const isData = method === undefined && access !== 'public' && described.validFor !== 'once';
	const canMiss = described.canMiss ?? (path.includes('{') || route.optional === true);
	const isHealth = access === 'public' && path !== '/openapi.json' && method === undefined;
	const refusesQuery = query !== undefined || described.canMiss === true;
	return {
		...((isData || path === '/openapi.json') && { 304: response('NotModified') }),
		...(answeredBy === 'operation' && { 400: response('BadEncoding') }),
		...(answeredBy !== 'operation' && access === 'key' && refusesQuery && { 400: response('BadRequest') }),
		...(access !== 'public' && { 403: response('Refused') }),
		...(canMiss && { 404: response('NotFound') }),
		405: response('MethodNotAllowed'),
		...(!isHealth && { 429: response('TooManyRequests') }),
		...(access !== 'public' && { 500: response('InternalError') }),
		...((access !== 'public' || method === 'POST') && { 503: response('NotReady') }),
	};
}

/** The problems that many paths share, as the service sends them. */
export function responseComponents(ask: AskExample) {
	return {
		NotModified: { description: 'The client has the answer already.' },
		BadEncoding: shared(
			'The percent-encoding of the path is invalid.',
			['bad-encoding'],
			ask.problem('/boards/J313AP%'),
		),
		BadRequest: shared(
			'The percent-encoding of the path or query is invalid, or a query parameter is: `parameter` names it and `expected` says what is valid. A parameter that the address does not take is refused, with the nearest ones in `suggestions`; so is one that is given twice and is not a list.',
			['bad-encoding', 'bad-parameter'],
			ask.problem('/search?q=air&limit=0'),
		),
		Refused: shared(
			'The `Authorization` header is missing, invalid, or holds the undecoded (base64) key; or the license of the key ended (`license-ended`).',
			['key-refused', 'license-ended'],
			bodyOf(keyRefusal('AAAA-BBBB-CCCC-DDDD')),
		),
		NotFound: shared(
			'Not found; `code` says what, and other members suggest what to ask instead.',
			codesOf(404),
			ask.problem('/boards/J31AP'),
		),
		MethodNotAllowed: shared(
			'Only GET and HEAD are allowed.',
			['method-not-allowed'],
			bodyOf(onlyReadsAllowed),
			{
				Allow: header('Allow'),
			},
		),
		TooManyRequests: shared(
			'The limit of the license, or of this client address, is used up.',
			['too-many-requests'],
			ofService('too-many-requests', 'the rate limit of this license is used up: try again in 1 second'),
			{ 'Retry-After': header('Retry-After') },
		),
		InternalError: shared(
			'A defect of the service.',
			['internal-error'],
			ofService('internal-error', 'the request failed; the reason is in the log of the service'),
		),
		NotReady: shared(
			'The service is starting.',
			['not-ready'],
			ofService('not-ready', 'the service is starting: try again in a second'),
			{ 'Retry-After': header('Retry-After') },
		),
	};
}

function shared(
	description: string,
	codes: readonly ProblemCode[],
	example: unknown,
	headers?: object,
): object {
	const schema = {
		allOf: [recordReference('Problem'), { type: 'object', properties: { code: { enum: codes } } }],
	};
	return {
		description,
		content: { 'application/problem+json': { schema, example } },
		...(headers && { headers }),
	};
}

function codesOf(status: number): ProblemCode[] {
	const codes = Object.keys(problems) as ProblemCode[];
	return codes.filter((code) => problems[code][0] === status);
}

function bodyOf({ body }: Problem): unknown {
	return JSON.parse(body);
}

/** A problem that only the running service has; `test/contract/examples.test.ts` compares it with the one that is sent. */
function ofService(code: ProblemCode, detail: string): unknown {
	return bodyOf(problem(code, detail));
}
