import { navigate, withParameters } from '../address.ts';
import { SafariField } from '../parts/safari-field.tsx';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import type { AdviceRecord, BoardRecord, ReleaseRecord } from '../service/records.ts';
import type { Read } from '../service/use-read.ts';
import { useVisit } from '../service/visit.ts';
import { CanRun } from './can-run.tsx';
import { Verdict } from './verdict.tsx';

interface AdvicePanelProps {
	mac: BoardRecord;
	releases: readonly ReleaseRecord[];
	query: URLSearchParams;
	/** Null until a version is given. */
	advice: Read<AdviceRecord> | null;
	again(): void;
}

/** Asks for the installed version and the policy, and says what to do. */
export function AdvicePanel({ mac, releases, query, advice, again }: AdvicePanelProps) {
	const { plain } = useVisit();
	const on = query.get('on') ?? '';
	const latestSafari = advice?.outcome.state === 'ready' ? advice.outcome.value.latest_safari : null;
	const set = (changed: Record<string, string>) =>
		navigate(withParameters(query, changed), { replace: true });
	return (
		<section class="card advice" aria-labelledby="advice-title">
			<div class="advice-head">
				<form
					class="policy installed"
					onSubmit={(event) => {
						event.preventDefault();
						again();
					}}
				>
					<h2 id="advice-title">Update status</h2>
					<label>
						<span>Installed version</span>
						<input
							class="version"
							name="on"
							list="versions"
							value={on}
							placeholder={releases.at(-1)!.version}
							maxLength={80}
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
					{(latestSafari !== null || query.has('safari')) && (
						<SafariField query={query} latest={latestSafari} />
					)}
					{/* Of a form with two fields, browsers take Enter only if it has a button. */}
					{plain?.submit('Check', query, 'on', 'safari') ?? <button type="submit" hidden />}
				</form>
				<PolicyPicker query={query} />
			</div>
			<div class="verdict" aria-live="polite" aria-busy={advice?.isStale ?? false}>
				<Verdict mac={mac} releases={releases} advice={advice} query={query} again={again} />
			</div>
			<CanRun mac={mac} asked={query.get('runs')} />
		</section>
	);
}
