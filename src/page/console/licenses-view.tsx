import { groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { useEffect, useState } from 'preact/hooks';
import { addressOf, show } from './address.ts';
import { IssuePanel } from './issue-panel.tsx';
import { Day, Loaded, Spark, ViewHead, WriteButton } from './parts.tsx';
import type { LicenseRow, LicenseTable } from './records.ts';
import { postData } from './service.ts';
import { useData } from './use-data.ts';

const sorts = {
	newest: 'Issued last',
	end: 'Ending first',
	'last-use': 'Used last',
	use: 'Most used in 30 days',
} as const;

interface LicensesProps {
	/** What was searched for; empty lists all. */
	find: string;
	clear(): void;
}

/** The table of licenses: found by anything, or all of them in an order. */
export function LicensesView({ find, clear }: LicensesProps) {
	const [sort, setSort] = useState<keyof typeof sorts>('newest');
	const [skip, setSkip] = useState(0);
	const [isIssuing, setIssuing] = useState(false);
	useEffect(() => setSkip(0), [find, sort]);
	// The text of the search is no address: it is sent in the body, because it may be a key.
	const read = useData<LicenseTable>(JSON.stringify({ find, sort, skip }), (body) =>
		postData('/licenses/find', JSON.parse(body)),
	);
	const only = find !== '' && !read.isStale && read.data?.rows.length === 1 ? read.data.rows[0]!.id : null;
	useEffect(() => {
		if (only === null) return;
		clear();
		show('licenses', only);
	}, [only]);
	return (
		<>
			<ViewHead title="Licenses">
				<WriteButton look="primary" expanded={isIssuing} onClick={() => setIssuing(!isIssuing)}>
					Issue a license
				</WriteButton>
			</ViewHead>
			{isIssuing && <IssuePanel close={() => setIssuing(false)} done={() => void read.again()} />}
			<div class="table-bar">
				{find === '' ? (
					<label>
						<span>Sort</span>
						<select
							value={sort}
							onChange={(event) => setSort(event.currentTarget.value as keyof typeof sorts)}
						>
							{Object.entries(sorts).map(([name, words]) => (
								<option key={name} value={name}>
									{words}
								</option>
							))}
						</select>
					</label>
				) : (
					<p>
						Found for “{find}”{' '}
						<button type="button" class="quiet" onClick={clear}>
							Show all
						</button>
					</p>
				)}
			</div>
			<Loaded read={read}>
				{({ rows, more, licenses, remark }) => (
					<>
						{remark !== '' && <p class="note">{sentence(remark)}</p>}
						{rows.length > 0 && <Table rows={rows} />}
						<p class="pages">
							<span class="note">{find === '' && `${groupedCount(licenses, 'license')} in all`}</span>
							{find === '' && skip > 0 && (
								<button type="button" onClick={() => setSkip(Math.max(0, skip - pageRows))}>
									Previous {pageRows}
								</button>
							)}
							{find === '' && more && (
								<button type="button" onClick={() => setSkip(skip + pageRows)}>
									Next {pageRows}
								</button>
							)}
						</p>
					</>
				)}
			</Loaded>
		</>
	);
}

/** As many as the service sends at a time. */
const pageRows = 50;

function sentence(words: string): string {
	const text = words.charAt(0).toUpperCase() + words.slice(1);
	return text.endsWith('.') ? text : `${text}.`;
}

function Table({ rows }: { rows: readonly LicenseRow[] }) {
	return (
		<table class="data-table cards licenses">
			<caption class="hidden">Licenses</caption>
			<thead>
				<tr>
					{['License', 'Address', 'Status', 'Ends', 'Last use', '30 days', 'Order, note'].map((title) => (
						<th key={title} scope="col">
							{title}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((row) => (
					<Row key={row.id} row={row} />
				))}
			</tbody>
		</table>
	);
}

function Row({ row }: { row: LicenseRow }) {
	const { id, email, status, expires, order, note, last_use, requests_30_days, days } = row;
	return (
		<tr>
			<th scope="row">
				<a href={addressOf('licenses', id)}>{id}</a>
			</th>
			<td class="address" data-title="Address">
				{email}
			</td>
			<td data-title="Status">
				<Status status={status} />
			</td>
			<td data-title="Ends">
				<Day day={expires} none="no end" />
			</td>
			<td data-title="Last use">
				<Day day={last_use} none="not in 30 days" />
			</td>
			<td data-title="30 days" class="use">
				<Spark days={days} />
				<span>{groupedCount(requests_30_days, 'request')}</span>
			</td>
			<td class="address" data-title="Order, note">
				{[order, note].filter((part) => part !== null).join(' · ') || '–'}
			</td>
		</tr>
	);
}

const looks = { active: 'current', expired: 'ended', revoked: 'exposed' } as const;
const words = { active: 'Active', expired: 'Expired', revoked: 'Revoked' } as const;

export function Status({ status }: Pick<LicenseRow, 'status'>) {
	return <span class={`state ${looks[status]}`}>{words[status]}</span>;
}
