import { keyRefusal } from '@pointrelease/core/src/api/key-refusal.ts';
import { onlyReadsAllowed, type Problem, problem, problems } from '@pointrelease/core/src/api/problem.ts';
import type { AskExample } from './examples.ts';
import { recordReference } from './record-schemas.ts';

type ProblemCode = keyof typeof problems;

/** The reference to a header of answers. */
export function header(name: keyof typeof headerComponents) {
	return { $ref: `#/components/headers/${name}` };
}

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
	Link: {
		description: 'The next release, if the answer names one, as `</items/J293AP:14.1.0>; rel="next"`.',
		schema: { type: 'string', pattern: '^</items/[^<>]+:\\d+\\.\\d+\\.\\d+>; rel="next"$' },
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
