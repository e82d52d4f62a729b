import { useEffect, useState } from 'preact/hooks';
import { compareAddress, navigate, withParameters } from '../address.ts';
import { CopyButton } from '../parts/copy-line.tsx';
import { inWords } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { kindName } from '../parts/names.tsx';
import { policyInAddress, policyQuery } from '../policy/policy-address.ts';
import { forgetMac, isRemembered, rememberMac } from '../service/my-macs.ts';
import type { BoardRecord } from '../service/records.ts';
import { useVisit } from '../service/visit.ts';

interface MacFactsProps {
	mac: BoardRecord;
	query: URLSearchParams;
	isStale: boolean;
}

export function MacFacts({ mac, query, isStale }: MacFactsProps) {
	const otherCount = mac.machine === null ? machinesOf(mac).length - 1 : 0;
	const precision = mac.machines.find(({ name }) => name === mac.name)?.introduced_precision ?? 'day';
	const { plain } = useVisit();
	const on = query.get('on');
	const numbers = mac.kind === 'model-number' ? 'Model number' : 'Board ID';
	return (
		<header class="subject" aria-busy={isStale}>
			<p class="eyebrow">
				{kindName(mac)}
				{mac.introduced && ` · ${inWords(mac.introduced, precision)}`}
			</p>
			<h1>
				{unbroken(mac.name)}
				{otherCount > 0 && <span class="more-names"> and {otherCount} more</span>}
			</h1>
			<dl class="identifiers">
				<Fact term={mac.board_ids.length > 1 ? `${numbers}s` : numbers} values={mac.board_ids} copied />
				<Fact term="Model" values={mac.model_identifiers} />
				<Fact term="Model number" values={mac.case_numbers} />
				<Fact term="Also" values={mac.aliases} />
			</dl>
			{mac.note && <p class="also">{mac.note}</p>}
			<MachineChoice mac={mac} query={query} isStale={isStale} />
			<p class="subject-actions">
				{!plain && <Keep mac={mac} on={on} />}
				<Link
					to={compareAddress(
						[on === null ? mac.board_ids[0]! : `${mac.board_ids[0]!}:${on}`],
						policyQuery(policyInAddress(query)),
					)}
				>
					Compare with another Mac
				</Link>
			</p>
		</header>
	);
}

/** Keeps the Mac with its version on the start page of this browser. */
function Keep({ mac, on }: { mac: BoardRecord; on: string | null }) {
	const shown = { board: mac.board_ids[0]!, machine: mac.machine, name: mac.name, on };
	const [isKept, setKept] = useState(() => isRemembered('mine', shown));
	useEffect(() => {
		rememberMac('recent', shown);
		setKept(isRemembered('mine', shown));
		// What is kept says which version is installed.
		if (isRemembered('mine', shown)) rememberMac('mine', shown);
	}, [shown.board, shown.machine, on]);
	const toggle = () => {
		if (isKept) forgetMac('mine', shown);
		else rememberMac('mine', shown);
		setKept(!isKept);
	};
	return (
		<button type="button" aria-pressed={isKept} onClick={toggle}>
			{isKept ? 'In My Macs' : 'Add to My Macs'}
		</button>
	);
}

/** Keeps `13-inch` on one line. */
function unbroken(name: string) {
	return name.split(/(\S+-inch)/).map((part, index) =>
		index % 2 === 1 ? (
			<span key={part} class="unbroken">
				{part}
			</span>
		) : (
			part
		),
	);
}

function Fact({
	term,
	values,
	copied = false,
}: {
	term: string;
	values: readonly string[];
	copied?: boolean;
}) {
	const { plain } = useVisit();
	if (values.length === 0) return null;
	return (
		<div>
			<dt>{term}</dt>
			<dd>
				{values.map((value) => (
					<code key={value}>{value}</code>
				))}
				{copied && !plain && <CopyButton label="Copy" about={term} text={() => values[0]!} />}
			</dd>
		</div>
	);
}

type Machine = BoardRecord['machines'][number];

/** The machines with this identifier, each name once. */
function machinesOf({ machines }: BoardRecord): Machine[] {
	return machines.filter(({ name }, at) => machines.findIndex((other) => other.name === name) === at);
}

interface MachineChoiceProps {
	mac: BoardRecord;
	query: URLSearchParams;
	/** Whether the record of another machine is still loading. */
	isStale: boolean;
}

/** Chooses one of the machines that share an identifier. The whole page then shows that machine. */
function MachineChoice({ mac, query, isStale }: MachineChoiceProps) {
	const { plain } = useVisit();
	const machines = machinesOf(mac);
	if (machines.length < 2) return null;
	const chosen = isStale ? query.get('machine') : mac.machine;
	const choose = (name: string) => navigate(withParameters(query, { machine: name }), { replace: true });
	return (
		<form class="machine-choice">
			<label for="machine">{machines.length} Macs share this number. Which one is it?</label>
			<select
				id="machine"
				name="machine"
				value={chosen ?? ''}
				onChange={(event) => choose(event.currentTarget.value)}
			>
				<option value="">All of them</option>
				{machines.map((machine) => (
					<option key={machine.name} value={machine.name}>
						{machine.name}
						{rangeOf(machine)}
					</option>
				))}
			</select>
			{plain?.submit('Show', query, 'machine')}
		</form>
	);
}

/** The versions that a machine runs, as in `, 7.5 to 8.1`; empty if unknown. */
function rangeOf({ first_version: first, last_version: last }: Machine): string {
	if (last === null) return '';
	return first === null ? `, to ${last}` : `, ${first} to ${last}`;
}
