import { useEffect, useRef, useState } from 'preact/hooks';
import { address, navigate, withParameters } from '../address.ts';
import { TroubleLine } from '../parts/trouble.tsx';
import { useRead } from '../service/use-read.ts';
import { useVisit } from '../service/visit.ts';
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

/** The value of “Custom” in the list. No policy can have this name. */
const custom = '-';

/** Milliseconds without a key before typed terms are written into the address. Each change computes the view again. */
const typingPause = 300;

interface PolicyPickerProps {
	query: URLSearchParams;
	/** The policy if the address has none. Without this name, there may be no policy. */
	usual?: string;
}

/**
 * Chooses the policy of a view: a named one, or custom terms. The address has the policy. Typed terms are a draft first, so
 * that drawing the view in between loses no letter.
 */
export function PolicyPicker({ query, usual }: PolicyPickerProps) {
	const { plain } = useVisit();
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
					value={isCustom && !plain ? custom : shown.name}
					onChange={(event) => choose(event.currentTarget.value)}
				>
					{usual === undefined && <option value="">No policy</option>}
					{names.map((name) => (
						<option key={name} value={name}>
							{name}
						</option>
					))}
					{!plain && (
						// “Custom” starts with the terms of the named policy, so it waits for the list.
						<option value={custom} disabled={shown.name !== '' && outcome.state !== 'ready'}>
							Custom
						</option>
					)}
				</select>
			</label>
			{plain ? (
				<>
					<details open={isCustom}>
						<summary>Custom</summary>
						{terms}
					</details>
					{plain.submit('Apply', query, ...policyNames)}
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

/** Whether the terms add nothing to the name. An address may repeat all terms of the named policy. */
function isNamed(policy: ChosenPolicy, list: PolicyList): boolean {
	const termsOfName = allTerms({ name: policy.name, terms: {} }, list);
	return (
		policy.name !== '' &&
		termsOfName !== null &&
		Object.entries(termsOfName).every(([name, text]) => (policy.terms[name] || text) === text)
	);
}

/** The policy as typed. `change` writes it into the address after a pause, `commit` at once. */
function useDraft(query: URLSearchParams) {
	const addressPolicy = policyInAddress(query);
	const inAddress = policyQuery(addressPolicy);
	const [draft, setDraft] = useState(addressPolicy);
	/** Whether the terms are shown although the address may have none. */
	const [isOpened, setOpened] = useState(false);
	/** The policy last written into the address. */
	const written = useRef(inAddress);
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
	useEffect(() => {
		if (inAddress === written.current) return;
		// A link or the back button changed the policy.
		clearTimeout(timer.current);
		written.current = inAddress;
		setDraft(addressPolicy);
		setOpened(false);
	}, [inAddress]);
	useEffect(() => () => clearTimeout(timer.current), []);
	const write = (policy: ChosenPolicy) => {
		clearTimeout(timer.current);
		written.current = policyQuery(policy);
		// Start from the current address: another part of the view may have changed it since the last drawing.
		const now = new URLSearchParams(address().split(/\?(.*)/)[1]);
		// Remove all parameters first, so that their order does not depend on the order of typing.
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
