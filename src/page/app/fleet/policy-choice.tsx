import { useRead } from '../service/use-read.ts';

/** The policy of a report: its terms as texts, under the names that a query has. */
export interface ChosenPolicy {
	readonly name: string | null;
	readonly terms: Readonly<Record<string, string>>;
}

interface PolicyList {
	readonly policies: readonly ({ readonly name: string } & Readonly<Record<string, unknown>>)[];
}

const fields: readonly (readonly [string, string, 'number' | 'date'])[] = [
	['behind', 'Major versions behind the newest', 'number'],
	['defer_days', 'Defer minor updates (days)', 'number'],
	['defer_major_days', 'Defer major versions (days)', 'number'],
	['grace_days', 'Days until the deadline', 'number'],
	['exploited_grace_days', 'Days for exploited vulnerabilities', 'number'],
	['as_of', 'Day', 'date'],
];

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
			{fields.map(([field, label, type]) => (
				<label key={field}>
					{label}
					<input
						type={type}
						min={type === 'number' ? 0 : undefined}
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

const termNames = [
	'behind',
	'defer_days',
	'defer_major_days',
	'grace_days',
	'exploited_grace_days',
	'exclude',
	'as_of',
];

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
	const names = ['behind', 'defer_days', 'defer_major_days', 'grace_days', 'exploited_grace_days'];
	const terms = Object.fromEntries(names.map((name) => [name, String(policy[name] ?? '')]));
	const { exclude } = policy;
	return Array.isArray(exclude) && exclude.length > 0 ? { ...terms, exclude: exclude.join(',') } : terms;
}
