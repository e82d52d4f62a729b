import { majorsWithoutFix } from '../../advice/exposure/cve-check.ts';
import { isExploited } from '../../advice/exposure/exposure.ts';
import type { Catalog, Cve, Release } from '../../catalog/catalog.ts';
import { isProblem, problem } from '../problem.ts';
import { prefersText } from './accept.ts';
import { articleOf } from './article.ts';
import { readDayQuery } from './query.ts';
import type { Read } from './read.ts';
import { variedAnswer } from './read-answer.ts';
import { labelsOf, responseRecord } from './response.ts';
import { printLines } from './text-lines.ts';

export const readCve: Read<'/cves/{cve_id}'> = (catalog, asked) => {
	const day = readDayQuery(asked);
	if (isProblem(day)) return day;
	const { query, asOf } = day;
	const id = asked.parameters.cve_id.toUpperCase();
	const cve = catalog.security.cves.get(id);
	const record = cve && cveRecord(catalog, cve, asOf);
	if (!record || record.fixed_in.length + record.fixed_in_responses.length === 0)
		return problem('cve-unknown', whyUnknown(id));
	const text = prefersText(asked.accept);
	// A label has a blank and brackets, which no value of a line may have.
	const { fixes: _, responses, fixed_in_responses: __, ...facts } = record;
	const lines = { ...facts, fixed_in_builds: responses.map(({ build }) => build) };
	const body = text ? printLines(lines) : JSON.stringify(record);
	const type = text ? 'text/plain; charset=utf-8' : 'application/json';
	return variedAnswer(catalog, body, type, query.has('as_of') ? null : asked.today);
};

/** What fixes a CVE, as far as was known on the day. */
export function cveRecord(catalog: Catalog, cve: Cve, asOf: string) {
	const out = cve.fixedIn.filter(({ released }) => released <= asOf);
	const responses = cve.responses.filter(({ released }) => released <= asOf);
	const exploited = isExploited(cve, asOf);
	return {
		cve_id: cve.id,
		fixed_in: out.map(({ version }) => version),
		/** Security responses, each for its own version alone: `26.3.1 (a)`. */
		fixed_in_responses: labelsOf(responses),
		exploited,
		exploited_since: (exploited && cve.exploitation?.since) || null,
		kev_added: (exploited && cve.exploitation?.kevAdded) || null,
		kev_due: (exploited && cve.exploitation?.kevDue) || null,
		/** The majors that were out when it was first fixed, and are never stated to fix it. */
		not_stated_for: majorsWithoutFix(catalog, cve, asOf),
		as_of: asOf,
		fixes: out.map((release) => fixOf(catalog, cve, release)),
		responses: responses.map((response) => responseRecord(catalog, response)),
	};
}

function fixOf(catalog: Catalog, { id }: Cve, { version, major, released }: Release) {
	const list = catalog.security.lists.get(version)!;
	const { confidence, sources } = list.fixes.find(({ cve }) => cve === id)!;
	return { version, major, released, article: articleOf(list.article), confidence, sources };
}

export function whyUnknown(id: string): string {
	return /^CVE-\d{4}-\d{4,7}$/.test(id)
		? `no release of 11 or later is known to fix ${id}`
		: 'this is not a CVE ID: expected for example CVE-2024-23232';
}
