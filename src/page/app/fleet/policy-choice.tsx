import { useEffect } from 'preact/hooks';
import type { NumberTerm } from '../../../advice/policy/policy.ts';
import { useRead } from '../service/use-read.ts';

/** The policy of a report: its terms as texts, under the names that a query has. */
export interface ChosenPolicy {
	readonly name: string | null;
	readonly terms: Readonly<Record<string, string>>;
}

interface PolicyList {
	readonly policies: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
}

const labels: Readonly<Record<NumberTerm, string>> = {
	behind: 'Major versions behind the newest',
	defer_days: 'Defer minor updates (days)',
	defer_major_days: 'Defer major versions (days)',
	grace_days: 'Days until the deadline',
	exploited_grace_days: 'Days for exploited vulnerabilities',
};
const fields = [...Object.entries(labels), ['as_of', 'Day'] as const];
const termNames = [...Object.keys(labels), 'exclude', 'as_of'];

/** What is asked of the Macs: a policy that has a name, or terms of one's own, or nothing. */
export function PolicyChoice({
	policy,
	choose,
}: {
	policy: ChosenPolicy;
	choose(policy: ChosenPolicy): void;
}) {
	const { outcome } = useRead<PolicyList>('/policies');
	const named = outcome.state === 'ready' ? outcome.value.policies : [];
	const chooseNamed = (name: string) => {
		const found = named.find((one) => one.name === name);
		const as_of = policy.terms.as_of ?? '';
		choose(found ? { name, terms: { ...termsOf(found), as_of } } : { name: null, terms: { as_of } });
	};
	// An address may have the name alone: its terms are those of the service.
	const isNameAlone =
		named.length > 0 &&
		policy.name !== null &&
		Object.entries(policy.terms).every(([term, text]) => term === 'as_of' || text === '');
	useEffect(() => {
		if (isNameAlone && named.some(({ name }) => name === policy.name)) chooseNamed(policy.name!);
	}, [isNameAlone, policy.name]);
	return (
		<form class="fleet-terms" onSubmit={(event) => event.preventDefault()}>
			{/* There from the beginning: a field that came later would push the others away. */}
			<label>
				Policy
				<select value={policy.name ?? ''} onChange={(event) => chooseNamed(event.currentTarget.value)}>
					<option value="">your own terms</option>
					{named.map(({ name }) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
				</select>
			</label>
			{fields.map(([field, label]) => (
				<label key={field}>
					{label}
					<input
						type={field === 'as_of' ? 'date' : 'number'}
						min={field === 'as_of' ? undefined : 0}
						value={policy.terms[field] ?? ''}
						onChange={(event) =>
							choose({
								name: field === 'as_of' ? policy.name : null,
								terms: { ...policy.terms, [field]: event.currentTarget.value },
							})
						}
					/>
				</label>
			))}
		</form>
	);
}

/** The policy that an address asks for. */
export function policyInAddress(query: URLSearchParams): ChosenPolicy {
	const terms = Object.fromEntries(termNames.map((name) => [name, query.get(name) ?? '']));
	return { name: query.get('policy'), terms };
}

/** What an address says of a policy, so that it can be sent to somebody; empty for what is not asked for. */
export function policyParameters({ name, terms }: ChosenPolicy): Record<string, string> {
	return {
		policy: name ?? '',
		...Object.fromEntries(termNames.map((term) => [term, terms[term] ?? ''])),
	};
}

function termsOf(policy: Readonly<Record<string, unknown>>): Record<string, string> {
	const terms = Object.fromEntries(Object.keys(labels).map((name) => [name, String(policy[name] ?? '')]));
	const { exclude } = policy;
	return Array.isArray(exclude) && exclude.length > 0 ? { ...terms, exclude: exclude.join(',') } : terms;
}
