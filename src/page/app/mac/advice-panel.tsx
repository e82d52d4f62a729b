import { navigate, withParameters } from '../address.ts';
import type { AdviceRecord, BoardRecord, ReleaseRecord } from '../service/records.ts';
import type { Outcome } from '../service/service.ts';
import { Verdict } from './verdict.tsx';

interface AdvicePanelProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
	query: URLSearchParams;
	/** Null while no version was given. */
	advice: { outcome: Outcome<AdviceRecord> } | null;
	again(): void;
}

/** "I am on version X": the advice in words, under the policy that is set beside it. */
export function AdvicePanel({ mac, releases, query, advice, again }: AdvicePanelProps) {
	const on = query.get('on') ?? '';
	const set = (changed: Record<string, string>) =>
		navigate(withParameters(query, changed), { replace: true });
	return (
		<section class="card advice" aria-labelledby="advice-title">
			<h2 id="advice-title">Where does it stand?</h2>
			<form
				class="policy"
				onSubmit={(event) => {
					event.preventDefault();
					again();
				}}
			>
				<label>
					<span>I am on version</span>
					<input
						class="version"
						list="versions"
						value={on}
						placeholder={releases.at(-1)!.version}
						inputMode="decimal"
						autocomplete="off"
						spellcheck={false}
						onInput={(event) => set({ on: event.currentTarget.value.trim() })}
					/>
				</label>
				<datalist id="versions">
					{releases.toReversed().map(({ version }) => (
						<option key={version} value={version} />
					))}
				</datalist>
			</form>
			<div class="verdict" aria-live="polite">
				<Verdict mac={mac} releases={releases} advice={advice} />
			</div>
			<form class="policy" onSubmit={(event) => event.preventDefault()}>
				<label>
					<span>and should be on</span>
					<select
						value={query.get('behind') ?? '0'}
						onChange={(event) => set({ behind: event.currentTarget.value.replace(/^0$/, '') })}
					>
						<option value="0">the newest major</option>
						<option value="1">one major back (N-1)</option>
						<option value="2">two majors back (N-2)</option>
					</select>
				</label>
				<label>
					<span>once a release is</span>
					<select
						value={query.get('defer') ?? '0'}
						onChange={(event) => set({ defer: event.currentTarget.value.replace(/^0$/, '') })}
					>
						<option value="0">out</option>
						<option value="7">7 days old</option>
						<option value="14">14 days old</option>
						<option value="30">30 days old</option>
						<option value="90">90 days old</option>
					</select>
				</label>
				<label>
					<span>within</span>
					<select
						value={query.get('grace') ?? ''}
						onChange={(event) => set({ grace: event.currentTarget.value })}
					>
						<option value="">no deadline</option>
						<option value="7">7 days</option>
						<option value="14">14 days</option>
						<option value="30">30 days</option>
					</select>
				</label>
			</form>
		</section>
	);
}
