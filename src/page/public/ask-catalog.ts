import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { isProblem } from '@pointrelease/core/src/api/problem.ts';
import { answerRead } from '@pointrelease/core/src/api/reads/reads.ts';
import type { Catalog } from '@pointrelease/core/src/catalog/catalog.ts';
import { kitReads } from '../../kit/kit-reads.ts';
import type { Outcome } from '../app/service/records.ts';
import { failure } from '../app/service/service.ts';

/** Answers a read of the API by its path. */
export type Ask = <T>(path: string) => Outcome<T>;

/** Answers reads from the catalog, and caches them for one page. */
export function askCatalog(catalog: Catalog, today: string, policies: NamedPolicies): Ask {
	const answers = new Map<string, Outcome<unknown>>();
	return <T>(path: string): Outcome<T> => {
		const answer = answers.get(path) ?? outcomeOf(catalog, path, today, policies);
		answers.set(path, answer);
		return answer as Outcome<T>;
	};
}

function outcomeOf(catalog: Catalog, path: string, today: string, policies: NamedPolicies): Outcome<unknown> {
	const answer = answerRead(catalog, new Request(`http://localhost${path}`), {
		today: () => today,
		policies,
		more: kitReads,
	});
	if (!answer) return failure(404, { detail: 'there is nothing at this address' });
	const value = JSON.parse(answer.body);
	return isProblem(answer) ? failure(answer.status, value) : { state: 'ready', value };
}
