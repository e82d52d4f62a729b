import { builtInPolicies, type NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { answerOffline } from '@pointrelease/core/src/api/offline.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { answerRead } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Example } from '@pointrelease/core/src/api/route.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';

/** The day of examples that name none. */
const today = '2026-11-01';

/** The built-in policies, and one that lacks what some formats need. */
const policies: NamedPolicies = new Map([
	...builtInPolicies,
	['no-deadline', { description: null, terms: { behind: 0 } }],
]);

/** Asks for what the API description shows. */
export interface AskExample {
	/** The answers, long lists cut. */
	all(examples: Readonly<Record<string, Example>>): Record<string, { value: unknown }>;
	/** The first example as text. */
	texts(examples: Readonly<Record<string, Example>>): Record<string, { value: string }>;
	/** What is wrong with the request for a path. */
	problem(path: string): unknown;
}

export function askExamples(catalog: Catalog): AskExample {
	const ask = answerOffline(catalog, { today: () => today, policies: builtInPolicies });
	const shown = (example: Example) => {
		if (typeof example !== 'string') return example.value;
		const { status, body } = ask(example);
		if (status !== 200) throw new Error(`the example ${example} is answered with ${status}: ${body}`);
		return shortened(JSON.parse(body));
	};
	return {
		all: (examples) =>
			Object.fromEntries(
				Object.entries(examples).map(([name, example]) => [name, { value: shown(example) }]),
			),
		texts: (examples) => {
			const [[name, path] = []] = Object.entries(examples);
			if (name === undefined || path === undefined) return {};
			if (typeof path !== 'string')
				return path.asText === undefined ? {} : { [name]: { value: path.asText } };
			const request = new Request(`http://offline${path}`, { headers: { Accept: 'text/plain' } });
			const answer = answerRead(catalog, request, { today: () => today, policies });
			return answer && !isProblem(answer) ? { [name]: { value: answer.body } } : {};
		},
		problem: (path) => JSON.parse(answerOffline(catalog, { today: () => today, policies })(path).body),
	};
}

/** An example shows the form of a list, not all of it. */
const mostRecords = 2;
const mostTexts = 8;

function shortened(value: unknown): unknown {
	if (Array.isArray(value)) {
		const most = value.some((item) => typeof item === 'object') ? mostRecords : mostTexts;
		return value.slice(0, most).map(shortened);
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member)]));
}
