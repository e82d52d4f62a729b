import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { KindCount } from '../../../fleet/report/kind-counts.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { otherKinds, tileKinds } from './mac-kinds.ts';

interface FleetTilesProps {
	report: CompactReport;
	/** The kind of Macs that the table shows; empty for all. */
	show: string;
	choose(id: string): void;
}

/** The sums. Each is a button that shows only its Macs; pressing it again shows all Macs. */
export function FleetTiles({ report, show, choose }: FleetTilesProps) {
	const moreKinds = otherKinds(report);
	const button = ({ kind: { id, label, tone }, macs }: KindCount, look: 'tile' | 'chip') => (
		<button
			key={id}
			type="button"
			class={look === 'tile' && macs > 0 && tone ? `tile ${tone}` : look}
			aria-pressed={show === id}
			onClick={() => choose(show === id ? '' : id)}
		>
			<strong>{grouped(macs)}</strong> <span>{label}</span>
		</button>
	);
	return (
		<>
			<fieldset class="fleet-tiles">
				<legend class="hidden">{report.policy ? 'Macs by the policy' : 'Macs by update status'}</legend>
				{tileKinds(report).map((kind) => button(kind, 'tile'))}
			</fieldset>
			{moreKinds.length > 0 && (
				<fieldset class="chips fleet-others">
					<legend class="hidden">Macs that need attention</legend>
					{moreKinds.map((kind) => button(kind, 'chip'))}
				</fieldset>
			)}
		</>
	);
}
