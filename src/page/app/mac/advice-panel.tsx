import { navigate, withParameters } from '../address.ts';
import { releasedInWords } from '../parts/dates.ts';
import type { AdviceRecord, ReleaseRecord } from '../service/records.ts';
import type { Outcome } from '../service/service.ts';
import { badgeOf } from './advice-badge.ts';

interface AdvicePanelProps {
	releases: readonly ReleaseRecord[];
	query: URLSearchParams;
	/** Null while no version was given. */
	advice: { outcome: Outcome<AdviceRecord> } | null;
	again(): void;
}

const invitation = 'Type the version it is on, or choose a mark in the chart above.';

/** "I am on version X": the advice in words, under the policy that is set beside it. */
export function AdvicePanel({ releases, query, advice, again }: AdvicePanelProps) {
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
			</form>
			<div class="verdict" aria-live="polite">
				<Verdict advice={advice} releases={releases} />
			</div>
		</section>
	);
}

function Verdict({ advice, releases }: Pick<AdvicePanelProps, 'advice' | 'releases'>) {
	const record = advice?.outcome.state === 'ready' ? advice.outcome.value : null;
	return (
		<>
			<p class="words">
				{advice ? <Words outcome={advice.outcome} /> : <span class="hint">{invitation}</span>}
			</p>
			{record && (
				<dl class="steps">
					<Step term="Next" version={record.next_version} releases={releases} />
					<Step term={`Latest of ${record.major}`} version={record.latest_version} releases={releases} />
					<Step term="Newest for this Mac" version={record.latest_major_version} releases={releases} />
					<Step term="By the policy" version={record.target_version} releases={releases} />
				</dl>
			)}
		</>
	);
}

function Words({ outcome }: { outcome: Outcome<AdviceRecord> }) {
	if (outcome.state === 'loading') return <span class="hint">…</span>;
	if (outcome.state === 'unreachable') return <span class="wrong">The service cannot be reached.</span>;
	if (outcome.state !== 'ready') return <span class="wrong">{outcome.detail}</span>;
	const { tone, words } = badgeOf(outcome.value);
	return (
		<>
			<span class={`badge ${tone}`}>{words}</span> {unbroken(outcome.value.summary)}
		</>
	);
}

/** A date does not break at the end of a line. */
function unbroken(text: string): string {
	return text.replace(/(\d)-(?=\d)/g, '$1\u2011');
}

interface StepProps {
	term: string;
	/** Null when there is none. */
	version: string | null;
	releases: readonly ReleaseRecord[];
}

function Step({ term, version, releases }: StepProps) {
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				<strong>{version ?? '–'}</strong>
				<span>{version ? releasedInWords(releases, version) : 'none'}</span>
			</dd>
		</div>
	);
}
