/**
 * Every problem the service answers with: status and title by its stable code. The body is
 * application/problem+json (RFC 9457); docs/errors.md describes them one by one.
 */
export const problems = {
	'bad-encoding': [400, 'Invalid percent-encoding'],
	'bad-parameter': [400, 'Invalid query parameter'],
	'bad-host': [400, 'Invalid Host header'],
	'bad-signature': [400, 'Invalid signature'],
	'bad-event': [400, 'Not an event'],
	'key-refused': [403, 'No valid license key'],
	'license-ended': [403, 'License ended'],
	'not-found': [404, 'Not found'],
	'board-unknown': [404, 'Unknown board'],
	'board-ambiguous': [404, 'Ambiguous name'],
	'version-unknown': [404, 'Not a version'],
	'major-unknown': [404, 'Unknown major version'],
	'major-not-supported': [404, 'Major version not supported by this board'],
	'release-unknown': [404, 'No such release'],
	'build-unknown': [404, 'Unknown build'],
	'release-newer': [404, 'Newer than any known release'],
	'release-not-for-board': [404, 'Release not made for this board'],
	'cve-unknown': [404, 'Unknown CVE'],
	'policy-unknown': [404, 'Unknown policy'],
	'major-closed': [404, 'No version of the major version is admitted'],
	'format-unknown': [404, 'Unknown format'],
	'file-unknown': [404, 'No such file'],
	'method-not-allowed': [405, 'Method not allowed'],
	'policy-without-deadline': [409, 'Policy without deadline'],
	'too-many-requests': [429, 'Too many requests'],
	'internal-error': [500, 'Internal error'],
	'not-offered': [501, 'Not offered here'],
	'not-ready': [503, 'Not ready'],
} as const satisfies Record<string, readonly [number, string]>;

type ProblemCode = keyof typeof problems;

export interface Problem {
	/** Tells a problem from other results. */
	readonly kind: 'problem';
	readonly status: number;
	readonly code: ProblemCode;
	readonly body: string;
}

/** `members` help programs to correct the request; they follow the standard ones. */
export function problem(code: ProblemCode, detail: string, members: Record<string, unknown> = {}): Problem {
	const [status, title] = problems[code];
	const body = JSON.stringify({
		type: `urn:pointrelease:problem:${code}`,
		title,
		status,
		detail,
		code,
		...members,
	});
	return { kind: 'problem', status, code, body };
}

/** The answer to any other method than GET and HEAD. */
export const onlyReadsAllowed = problem('method-not-allowed', 'only GET and HEAD are allowed here');
/** A reverse proxy and the service might each believe another of them (RFC 9112, section 3.2). */
export const severalHosts = problem('bad-host', 'the request has more than one Host header: send one');

/** Whether the path does not exist, for any method. */
export function isNowhere(outcome: object): boolean {
	return isProblem(outcome) && (outcome.code === 'not-found' || outcome.code === 'bad-encoding');
}

export function isProblem(answer: object | number | null): answer is Problem {
	return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'problem';
}
