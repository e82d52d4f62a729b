import { macAddress } from '../address.ts';
import { countMacs } from '../parts/dates.ts';
import { Link } from '../parts/link.tsx';
import { familyOf, kindNames, kinds } from '../parts/names.tsx';
import { kindOf, type ListedMac } from './macs.ts';

/** The Macs of a release or major version, grouped by kind and family, with counts. */
export function MacGroups({ macs, title }: { macs: readonly ListedMac[]; title: string }) {
	const byKind = Map.groupBy(macs, kindOf);
	return (
		<section class="card groups">
			<h2>
				{title} {countMacs(macs)}
			</h2>
			{kinds
				.filter((kind) => byKind.has(kind))
				.map((kind) => (
					<section key={kind}>
						<h3>
							{kindNames[kind]} <span class="count">{byKind.get(kind)!.length}</span>
						</h3>
						<div class="families">
							{families(byKind.get(kind)!).map(([family, members]) => (
								<Family key={family} name={family} macs={members} />
							))}
						</div>
					</section>
				))}
		</section>
	);
}

function Family({ name, macs }: { name: string; macs: ListedMac[] }) {
	return (
		<details>
			<summary>
				<span>{name}</span> <span class="count">{macs.length}</span>
			</summary>
			<ul>
				{macs.map((mac) => (
					<li key={mac.board_id}>
						<Link to={macAddress(mac.board_id)}>
							<span>{mac.name}</span>
							<code>{mac.ids.join(' ')}</code>
						</Link>
					</li>
				))}
			</ul>
		</details>
	);
}

/** The families, largest first. Within a family, the oldest Mac comes first. */
function families(macs: ListedMac[]): [string, ListedMac[]][] {
	const groups = [...Map.groupBy(macs, ({ name }) => familyOf(name))];
	return groups
		.map(([family, members]): [string, ListedMac[]] => [
			family,
			members.toSorted((a, b) => ((a.introduced ?? '') < (b.introduced ?? '') ? -1 : 1)),
		])
		.toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1));
}
