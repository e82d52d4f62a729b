import './style/base.css';
import './style/parts.css';
import './style/subject.css';
import './style/tables.css';
import './style/fleet.css';
import './style/print.css';
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { FleetReport } from './fleet/fleet-report.tsx';
import type { ReportData } from './fleet/report-parts.ts';

/** The report as an HTML file. All its data is in the file, and it loads nothing. */
const data = JSON.parse(document.getElementById('report')!.textContent!) as ReportData;
document.title = `Fleet report ${data.report.as_of}`;

/** Keeps filters and sort in memory, because a file has no address for them. */
function Alone() {
	const [query, setQuery] = useState(new URLSearchParams());
	const set = (changed: Readonly<Record<string, string>>) =>
		setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), ...changed }));
	return (
		<main class="alone">
			<FleetReport {...data} view={{ query, set }} />
		</main>
	);
}

render(<Alone />, document.getElementById('page')!);
