import type { ValueSchema } from '@pointrelease/core/src/api/parameters.ts';
import type { Described, DescribedRoute } from '@pointrelease/core/src/api/route.ts';
import type { ShapeName } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { header } from './components.ts';
import type { AskExample } from './examples.ts';
import { type JsonSchema, recordReference } from './record-schemas.ts';

const response = (name: string) => ({ $ref: `#/components/responses/${name}` });

const ofToday = {
	description: 'Without `as_of` the answer holds for today only.',
	required: true,
	schema: { type: 'string', enum: ['private, max-age=300', 'private, no-cache'] },
};
const ofOptionalKey = {
	description: 'Public where no key is needed.',
	required: true,
	schema: { enum: ['private, max-age=300', 'public, max-age=300'] },
};

/** The header fields of an answer, by what it is valid for. */
function answerHeaders(
	route: DescribedRoute,
	{ validFor = 'data', answer, forms, parameters = {} }: Described,
): object {
	if (route.method === 'POST' || route.access === 'public' || validFor === 'once') return {};
	const isVaried = answer !== undefined && forms !== undefined;
	const vary = header(isVaried ? 'Vary-Accept-Encoding' : 'Vary-Encoding');
	const isDated = validFor !== 'state';
	const caching = {
		data: header('Cache-Control'),
		day: ofToday,
		public: ofOptionalKey,
		feed: null,
		state: null,
	};
	return {
		ETag: header('ETag'),
		...(isDated && { 'Last-Modified': header('Last-Modified') }),
		...(caching[validFor] && { 'Cache-Control': caching[validFor] }),
		'Data-Version': header('Data-Version'),
		...('item' in parameters && { Link: header('Link') }),
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
