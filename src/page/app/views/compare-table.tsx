import { compareAddress, macAddress, releaseAddress } from '../address.ts';
import { Link } from '../parts/link.tsx';
import { installedVersion } from '../parts/names.tsx';
import { SaveButtons } from '../parts/table-parts.tsx';
import { type Compared, type ComparedRow, comparisonOf } from './comparison.ts';

interface CompareTableProps {
	macs: readonly Compared[];
	names: readonly string[];
	/** The policy as query parameters. */
	policy: string;
}

/** A column for each Mac. On a phone, the name of each fact is above its values, so that three Macs fit. */
export function CompareTable({ macs, names, policy }: CompareTableProps) {
	const rows = comparisonOf(macs);
	const without = (place: number) =>
		compareAddress(
			names.filter((_, other) => other !== place),
			policy,
		);
	const addressOf = ({ mac, advice }: Compared) =>
		macAddress(mac.board_ids[0]!, null, advice && installedVersion(advice), policy);
	return (
		<section class="card">
			<div class="scroll compare-scroll" tabIndex={0} role="group" aria-label="Comparison">
				<table class={`compare-table of-${macs.length}`}>
					<caption class="hidden">What the Macs have in common and what differs, differences first</caption>
					<thead>
						<tr>
							<td />
							{macs.map((compared, place) => (
								<th key={names[place]} scope="col">
									<Link to={addressOf(compared)}>{compared.mac.name}</Link>
									<Link class="remove" to={without(place)}>
										Remove<span class="hidden"> {compared.mac.name}</span>
									</Link>
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(({ term, values, leadsTo, differs }) => (
							<tr key={term} class={differs && macs.length > 1 ? 'differs' : ''}>
								<th scope="row">{term}</th>
								{values.map((value, place) => (
									<td key={names[place]}>
										<Value
											leadsTo={leadsTo}
											mac={macs[place]!}
											address={addressOf(macs[place]!)}
											text={value}
										/>
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			</div>
			<SaveButtons
				name="compare"
				json={macs}
				rows={() => [
					['', ...macs.map(({ mac }) => mac.name)],
					...rows.map(({ term, values }) => [term, ...values]),
				]}
			/>
		</section>
	);
}

interface ValueProps {
	mac: Compared;
	/** The page of the Mac with its version. */
	address: string;
	leadsTo: ComparedRow['leadsTo'];
	text: string;
}

/** A value. A release links to its page, a count of fixes to their list. */
function Value({ mac: { advice }, address, leadsTo, text }: ValueProps) {
	if (leadsTo === 'release' && text !== '–') return <Link to={releaseAddress(text)}>{text}</Link>;
	if (leadsTo === 'fixes' && advice?.missing_count) return <Link to={`${address}&show=fixes`}>{text}</Link>;
	return <>{text}</>;
}
