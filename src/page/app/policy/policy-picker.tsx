import { useEffect, useRef, useState } from 'preact/hooks';
import { address, navigate, withParameters } from '../address.ts';
import { TroubleLine } from '../parts/trouble.tsx';
import { useRead } from '../service/use-read.ts';
import { visit } from '../service/visit.ts';
import {
	allTerms,
	type ChosenPolicy,
	hasTerms,
	numberLabels,
	type PolicyList,
	policyInAddress,
	policyNames,
	policyParameters,
	policyQuery,
} from './policy-address.ts';

/** Stands for terms of one's own in the list of names: no policy can be called so. */
const custom = '-';

/** Milliseconds without a key after which the view follows what was typed. */
const typingPause = 300;

interface PolicyPickerProps {
	query: URLSearchParams;
	/** There is always a policy: the one of this name unless the address says another. */
	usual?: string;
}

/**
 * The policy of a view: a named one, or terms that are typed in. The address has it. What is being typed is held here, and
 * the address follows: a view that is drawn in between takes no letter away.
 */
export function PolicyPicker({ query, usual }: PolicyPickerProps) {
	const { outcome, again } = useRead<PolicyList>('/policies');
	const list = outcome.state === 'ready' ? outcome.value : { policies: [] };
	const { draft, isOpened, change, commit } = useDraft(query);
	const shown =
		draft.name === '' && !hasTerms(draft) && usual !== undefined ? { ...draft, name: usual } : draft;
	const isCustom = isOpened || (hasTerms(shown) && !isNamed(shown, list));
	const names = list.policies.map(({ name }) => name);
	if (shown.name !== '' && !names.includes(shown.name)) names.push(shown.name);
	const { as_of = '' } = draft.terms;
	const choose = (name: string) => {
		if (name !== custom) return commit({ name, terms: { as_of } }, false);
		const terms = allTerms(shown, list) ?? {};
		const start = hasTerms({ name, terms }) ? terms : { behind: '0' };
		commit({ name: '', terms: { ...start, as_of } }, true);
	};
	const typed = (event: { currentTarget: HTMLInputElement }): ChosenPolicy => {
		const { name, value } = event.currentTarget;
		return { name: '', terms: { ...(allTerms(draft, list) ?? draft.terms), [name]: value } };
	};
	const field = (name: string, label: string) => (
		<label key={name}>
			<span>{label}</span>
			<input
				name={name}
				inputMode={name === 'exclude' ? 'text' : 'numeric'}
				autocomplete="off"
				value={shown.terms[name] ?? ''}
				onInput={(event) => change(typed(event))}
				onChange={(event) => commit(typed(event), true)}
			/>
		</label>
	);
	const terms = (
		<fieldset class="policy-terms">
			<legend class="hidden">Terms of the custom policy</legend>
			{Object.entries(numberLabels).map(([name, label]) => field(name, label))}
			{field('exclude', 'Releases to skip, such as 26.6.1')}
		</fieldset>
	);
	return (
		<form class="policy" onSubmit={(event) => event.preventDefault()}>
			<label>
				<span>Policy</span>
				<select
					name="policy"
					value={isCustom && !visit.plain ? custom : shown.name}
					onChange={(event) => choose(event.currentTarget.value)}
				>
					{usual === undefined && <option value="">No policy</option>}
					{names.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
					{!visit.plain && (
						// It starts with the terms of the name, which are not known before the list is.
						<option value={custom} disabled={shown.name !== '' && outcome.state !== 'ready'}>
							Custom
						</option>
					)}
				</select>
			</label>
			{visit.plain ? (
				<>
					<details open={isCustom}>
						<summary>Custom</summary>
						{terms}
					</details>
					{visit.plain.submit('Apply', query, ...policyNames)}
				</>
			) : (
				isCustom && terms
			)}
			{(outcome.state === 'unreachable' || outcome.state === 'failed') && (
				<TroubleLine outcome={outcome} again={again}>
					The named policies are missing.
				</TroubleLine>
			)}
		</form>
	);
}

/** An address of before may have a name and, beside it, the very terms of that name. */
function isNamed(policy: ChosenPolicy, list: PolicyList): boolean {
	const own = allTerms({ name: policy.name, terms: {} }, list);
	return (
		policy.name !== '' &&
		own !== null &&
		Object.entries(own).every(([name, text]) => (policy.terms[name] || text) === text)
	);
}

/** The policy as it is typed, and how it gets into the address: after a pause, or at once. */
function useDraft(query: URLSearchParams) {
	const given = policyInAddress(query);
	const inAddress = policyQuery(given);
	const [draft, setDraft] = useState(given);
	/** Somebody wants to see the terms, whether or not some are given. */
	const [isOpened, setOpened] = useState(false);
	/** What the address has, or gets with the next change that is written. */
	const written = useRef(inAddress);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => {
		if (inAddress === written.current) return;
		// A link or the back button changed it.
		clearTimeout(timer.current);
		written.current = inAddress;
		setDraft(given);
		setOpened(false);
	}, [inAddress]);
	useEffect(() => () => clearTimeout(timer.current), []);
	const write = (policy: ChosenPolicy) => {
		clearTimeout(timer.current);
		written.current = policyQuery(policy);
		// Another part of the view may have changed the address since this one was drawn.
		const now = new URLSearchParams(address().split(/\?(.*)/)[1]);
		// One policy has one address, in whatever order its terms were typed.
		for (const name of policyNames) now.delete(name);
		navigate(withParameters(now, policyParameters(policy)), { replace: true });
	};
	return {
		draft,
		isOpened,
		change(policy: ChosenPolicy) {
			setDraft(policy);
			setOpened(true);
			clearTimeout(timer.current);
			timer.current = setTimeout(() => write(policy), typingPause);
		},
		commit(policy: ChosenPolicy, opened: boolean) {
			setDraft(policy);
			setOpened(opened);
			write(policy);
		},
	};
}
