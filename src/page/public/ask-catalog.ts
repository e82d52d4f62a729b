import type { NamedPolicies } from '../../advice/policy/named-policies.ts';
import { isProblem } from '../../api/problem.ts';
import { answerRead } from '../../api/reads/reads.ts';
import type { Catalog } from '../../catalog/catalog.ts';
import { parseVersion } from '../../catalog/version.ts';

/** A problem of a read as the pages need it. */
export interface Missing {
	readonly detail: string;
	readonly suggestions: readonly string[];
	readonly releases: readonly string[];
	/** The majors around one that does not exist. */
	readonly majors: readonly string[];
}

/** A read of the API by its path, answered from the catalog: the pages say what the API says. */
export type Ask = <T>(path: string) => T | Missing;

export function isMissing(value: object): value is Missing {
	return 'detail' in value && 'releases' in value && 'suggestions' in value;
}

interface ProblemBody {
	readonly detail: string;
	readonly suggestions?: readonly string[];
	readonly candidates?: readonly string[];
	/** In one text, with commas between them. */
	readonly known_majors?: string;
	readonly release_before?: string | null;
	readonly release_after?: string | null;
}

export function askCatalog(catalog: Catalog, today: string, policies: NamedPolicies): Ask {
	return <T>(path: string): T | Missing => {
		const answer = answerRead(catalog, new Request(`http://localhost${path}`), {
			today: () => today,
			policies,
		});
		if (!answer)
			return { detail: 'there is nothing at this address', suggestions: [], releases: [], majors: [] };
		if (!isProblem(answer)) return JSON.parse(answer.body) as T;
		const problem = JSON.parse(answer.body) as ProblemBody;
		return {
			detail: problem.detail,
			suggestions: problem.suggestions ?? problem.candidates ?? [],
			releases: [problem.release_before, problem.release_after].flatMap((version) => version ?? []),
			// 14 stands there as 14.0, which is a release; 10.0 is a major.
			majors: (problem.known_majors?.split(', ') ?? []).map((text) => parseVersion(text)?.major ?? text),
		};
	};
}
