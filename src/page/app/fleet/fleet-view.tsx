import '../shared.ts';
import type { ComponentChildren } from 'preact';
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
import { FleetReport, reportTitle } from './fleet-report.tsx';
import { HistoryPart, NoHistory } from './history-part.tsx';
import { SaveMenu } from './save-menu.tsx';
import { ReportStorage } from './stored-report.tsx';
import { useFleet } from './use-fleet.ts';
import { useSelection } from './use-selection.ts';

type Fleet = ReturnType<typeof useFleet>;
type SetQuery = (changed: Readonly<Record<string, string>>) => void;

/** Drop an export of your MDM, and see the update status of every Mac. No row leaves the browser. */
export function FleetView({ query }: { query: URLSearchParams }) {
	useTitle('Fleet');
	const fleet = useFocusedReport(useFleet(query));
	const { report, history, isStale } = fleet;
	const selection = useSelection(report);
	const [older, setOlder] = useState<OlderReport | null>(null);
	const [isOpen, setOpen] = useState(false);
	const comparison = useMemo(
		() => report && older && compareReports(older.report, expandReport(report).macs, older.again),
		[report, older],
	);
	const set: SetQuery = (changed) => navigate(withParameters(query, changed), { replace: true });
	useNewHistory(fleet, set);
	if (!report && !history) return <NoFiles fleet={fleet} query={query} />;
	const drawerButton = (
		<button
			type="button"
			aria-expanded={isOpen}
			aria-controls="fleet-drawer"
			onClick={() => setOpen(!isOpen)}
		>
			Columns
		</button>
	);
	return (
		<DropZone take={fleet.take}>
			<div class="fleet-result" aria-busy={isStale}>
				{report ? (
					<FleetReport
						report={report}
						comparison={comparison}
						view={{ query, set }}
						selection={selection}
						macAddress={addressUnder(policyQuery(fleet.policy))}
						controls={(shown) => (
							<>
								<Controls fleet={fleet} query={query}>
									{drawerButton}
									<SaveMenu
										report={report}
										comparison={comparison}
										shown={shown}
										selected={selection.macs}
										isStale={isStale}
									/>
								</Controls>
								<Drawer fleet={fleet} isOpen={isOpen}>
									<Day query={query} set={set} />
									<EarlierReport since={older?.report.as_of ?? null} take={setOlder} />
								</Drawer>
								<Notes fleet={fleet} />
							</>
						)}
						history={history ? <HistoryPart record={history} set={set} /> : <NoHistory take={fleet.take} />}
					/>
				) : (
					<article class="fleet-report">
						<header class="fleet-bar">
							<h1 id={reportTitle} tabIndex={-1}>
								<span class="hidden">Fleet history: </span>
								{fleet.historyFile?.name}
							</h1>
							<Controls fleet={fleet} query={query} />
							<Notes fleet={fleet} />
						</header>
						<HistoryPart record={history!} set={set} />
					</article>
				)}
			</div>
		</DropZone>
	);
}

/** Moves the focus to what comes of chosen files: the report, or the field for other files. Its button is gone by then. */
function useFocusedReport(fleet: Fleet): Fleet {
	const isDue = useRef(false);
	const { report, history, isBusy } = fleet;
	useEffect(() => {
		if (!isDue.current || isBusy) return;
		isDue.current = false;
		const place =
			document.getElementById(reportTitle) ?? document.querySelector<HTMLElement>('.file-field input');
		place?.focus();
	}, [report, history, isBusy]);
	return {
		...fleet,
		take(files) {
			isDue.current = true;
			fleet.take(files);
		},
	};
}

/** Shows the history tab when a person drops a history file beside a report. */
function useNewHistory({ historyFile, report }: Fleet, set: SetQuery): void {
	const lastFile = useRef(historyFile);
	useEffect(() => {
		const isNew = historyFile !== null && lastFile.current !== historyFile;
		lastFile.current = historyFile;
		if (isNew && report) set({ tab: 'history' });
	}, [historyFile]);
}

/** The address of the page of a Mac, or of a search for its model if the Mac could not be judged. */
function addressUnder(policy: string) {
	return ({ board_ids: [board], version, build, model_name, model, standing }: MacResult) => {
		if (board !== undefined && standing !== null) return macAddress(board, null, version ?? build, policy);
		const name = model_name ?? model;
		return name === null ? null : searchAddress(name);
	};
}

/** The view before there is a report or a history. */
function NoFiles({ fleet, query }: { fleet: Fleet; query: URLSearchParams }) {
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
			<Notes fleet={fleet} />
			{fleet.columns.length > 0 && (
				<section class="card" aria-label="Columns">
					<Columns fleet={fleet} />
				</section>
			)}
			<PolicyPicker query={query} />
		</DropZone>
	);
}

interface ControlsProps {
	fleet: Fleet;
	query: URLSearchParams;
	children?: ComponentChildren;
}

function Controls({ fleet, query, children }: ControlsProps) {
	return (
		<div class="fleet-controls">
			<PolicyPicker query={query} />
			<ChooseFile take={fleet.take}>Change file</ChooseFile>
			{children}
		</div>
	);
}

interface DrawerProps {
	fleet: Fleet;
	isOpen: boolean;
	children: ComponentChildren;
}

/** Settings of the report that few people change. */
function Drawer({ fleet, isOpen, children }: DrawerProps) {
	return (
		<section id="fleet-drawer" class="card fleet-drawer" hidden={!isOpen} aria-label="Columns and comparison">
			<Columns fleet={fleet} />
			{children}
			<ReportStorage
				isLong={fleet.isLong}
				isStale={fleet.isStale}
				storeLong={fleet.storeLong}
				forget={fleet.forget}
			/>
		</section>
	);
}

/** The progress of the work, or why it failed. */
function Notes({ fleet: { report, task, note, canRetry, retry } }: { fleet: Fleet }) {
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
			{canRetry && <TryAgain again={retry} />}
		</div>
	);
}

/** The day for which the Macs are judged. */
function Day({ query, set }: { query: URLSearchParams; set: SetQuery }) {
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

/** Chooses the meaning of columns in each file, and the columns to show beside each Mac. */
function Columns({ fleet: { task, columns, change } }: { fleet: Fleet }) {
	return (
		<>
			{columns.map((file) => (
				<ColumnChoice
					key={file.file}
					file={file}
					isKnown={isIdentified(file, columns)}
					chosenColumns={task.given}
					change={(chosenColumns) => change({ given: chosenColumns })}
				/>
			))}
			{columns.length > 0 && columns.every((file) => isIdentified(file, columns)) && (
				<KeptColumns
					columns={[...new Set(columns.flatMap((file) => file.columns))]}
					keptColumns={task.keptColumns}
					groupBy={task.groupBy}
					choose={(keptColumns, groupBy) => change({ keptColumns, groupBy })}
				/>
			)}
		</>
	);
}
