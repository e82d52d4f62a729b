import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { MacResult } from '../../../fleet/judging/mac-result.ts';
import { compareReports } from '../../../fleet/report/comparison.ts';
import { expandReport } from '../../../fleet/report/report.ts';
import { macAddress, navigate, searchAddress, withParameters } from '../address.ts';
import { TryAgain } from '../parts/trouble.tsx';
import { policyQuery } from '../policy/policy-address.ts';
import { PolicyPicker } from '../policy/policy-picker.tsx';
import { useTitle } from '../service/visit.ts';
import { ColumnChoice, isIdentified, KeptColumns } from './column-choice.tsx';
import { EarlierReport, type OlderReport } from './earlier-report.tsx';
import { ChooseFile, DropZone, FileDrop } from './file-drop.tsx';
import { FleetReport } from './fleet-report.tsx';
import { HistoryPart, NoHistory } from './history-part.tsx';
import { SaveMenu } from './save-menu.tsx';
import { KeptReport } from './stored-report.tsx';
import { useFleet } from './use-fleet.ts';

/** Drop what a management service exports, and see the update status of every Mac. No row leaves the browser. */
export function FleetView({ query }: { query: URLSearchParams }) {
	useTitle('Fleet');
	const fleet = useFleet(query);
	const { report, history, isStale } = fleet;
	const [older, setOlder] = useState<OlderReport | null>(null);
	const [isOpen, setOpen] = useState(false);
	const comparison = useMemo(
		() => report && older && compareReports(older.report, expandReport(report).macs, older.again),
		[report, older],
	);
	const set = (changed: Readonly<Record<string, string>>) =>
		navigate(withParameters(query, changed), { replace: true });
	// A history that is dropped beside a report is what somebody wants to see.
	const shownHistory = useRef(fleet.historyFile);
	useEffect(() => {
		const isNew = fleet.historyFile !== null && shownHistory.current !== fleet.historyFile;
		shownHistory.current = fleet.historyFile;
		if (isNew && report) set({ tab: 'history' });
	}, [fleet.historyFile]);
	const policy = policyQuery(fleet.policy);
	const addressOf = ({ board_ids: [board], version, build, model_name, model, standing }: MacResult) => {
		if (board !== undefined && standing !== null) return macAddress(board, null, version ?? build, policy);
		const name = model_name ?? model;
		return name === null ? null : searchAddress(name);
	};
	const notes = <Notes fleet={fleet} />;
	if (!report && !history)
		return (
			<DropZone take={fleet.take}>
				<header class="subject">
					<h1>Fleet</h1>
					<p class="lead">
						Drop an export of your MDM to see which Macs are behind, exposed or unsupported. Your data never
						leaves this browser.
					</p>
				</header>
				{!fleet.isBusy && <FileDrop take={fleet.take} />}
				{notes}
				<Columns fleet={fleet} />
				<PolicyPicker query={query} />
			</DropZone>
		);
	const controls = (shown: readonly number[]) => (
		<div class="fleet-controls">
			<PolicyPicker query={query} />
			<ChooseFile take={fleet.take}>Change file</ChooseFile>
			{report && (
				<button
					type="button"
					aria-expanded={isOpen}
					aria-controls="fleet-drawer"
					onClick={() => setOpen(!isOpen)}
				>
					Columns
				</button>
			)}
			{report && <SaveMenu report={report} comparison={comparison} shown={shown} isStale={isStale} />}
		</div>
	);
	return (
		<DropZone take={fleet.take}>
			<div class="fleet-result" aria-busy={isStale}>
				{report ? (
					<FleetReport
						report={report}
						comparison={comparison}
						view={{ query, set }}
						macAddress={addressOf}
						controls={(shown) => (
							<>
								{controls(shown)}
								<section
									id="fleet-drawer"
									class="card fleet-drawer"
									hidden={!isOpen}
									aria-label="Columns and comparison"
								>
									<Columns fleet={fleet} />
									<Day query={query} set={set} />
									<EarlierReport since={older?.report.as_of ?? null} take={setOlder} />
									<KeptReport
										isLong={fleet.isLong}
										isStale={isStale}
										keep={fleet.keepLong}
										forget={fleet.forget}
									/>
								</section>
								{notes}
							</>
						)}
						history={history ? <HistoryPart record={history} set={set} /> : <NoHistory take={fleet.take} />}
					/>
				) : (
					<article class="fleet-report">
						<header class="fleet-bar">
							<h1>
								<span class="hidden">Fleet history: </span>
								{fleet.historyFile?.name}
							</h1>
							{controls([])}
							{notes}
						</header>
						<HistoryPart record={history!} set={set} />
					</article>
				)}
			</div>
		</DropZone>
	);
}

/** What is being done, or why something was not. */
function Notes({ fleet: { report, task, note, canRetry, change } }: { fleet: ReturnType<typeof useFleet> }) {
	return (
		<div class="fleet-notes">
			{report && task.files.length === 0 && (
				<p class="note">
					This browser stored this report earlier. To change its policy or columns, drop the inventory again.
				</p>
			)}
			<p role="status" class="note">
				{note}
			</p>
			{canRetry && <TryAgain again={() => change({})} />}
		</div>
	);
}

/** The day that the Macs are judged on. */
function Day({ query, set }: { query: URLSearchParams; set(changed: Record<string, string>): void }) {
	return (
		<label class="fleet-day">
			Day of the report
			<input
				type="date"
				value={query.get('as_of') ?? ''}
				onChange={(event) => set({ as_of: event.currentTarget.value })}
			/>
		</label>
	);
}

/** What each column of the files is, and which ones stand beside each Mac. */
function Columns({ fleet: { task, columns, change } }: { fleet: ReturnType<typeof useFleet> }) {
	return (
		<>
			{columns.map((file) => (
				<ColumnChoice
					key={file.file}
					file={file}
					isKnown={isIdentified(file, columns)}
					given={task.given}
					change={(given) => change({ given })}
				/>
			))}
			{columns.length > 0 && columns.every((file) => isIdentified(file, columns)) && (
				<KeptColumns
					columns={[...new Set(columns.flatMap((file) => file.columns))]}
					kept={task.kept}
					groupBy={task.groupBy}
					choose={(kept, groupBy) => change({ kept, groupBy })}
				/>
			)}
		</>
	);
}
