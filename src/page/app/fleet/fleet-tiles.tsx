import { grouped } from '@pointrelease/core/src/text/numbers.ts';
import type { KindCount } from '../../../fleet/report/kind-counts.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';
import { alarmKind, barKinds, otherKinds } from './mac-kinds.ts';

interface FleetTilesProps {
	report: CompactReport;
	/** The kind of Macs that the table shows; empty for all. */
	show: string;
	choose(id: string): void;
}

/**
 * The sums: a bar whose parts are all Macs, and the Macs that a fix would help today. Each number is a button that shows only
 * its Macs; pressing it again shows all.
 */
export function FleetTiles({ report, show, choose }: FleetTilesProps) {
	const moreKinds = otherKinds(report);
	const parts = barKinds(report);
	const alarm = alarmKind(report);
	const button = ({ kind: { id, label }, macs }: KindCount, look: string) => (
		<button
			key={id}
			type="button"
			class={look}
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
				<div class="stack">
					<div class="stack-bar" aria-hidden="true">
						{parts.map(
							({ kind, macs }) =>
								macs > 0 && <span key={kind.id} class={kind.tone ?? ''} style={{ flexGrow: macs }} />,
						)}
					</div>
					<div class="stack-parts">
						{parts.map((part) => button(part, part.macs > 0 ? `tile ${part.kind.tone ?? ''}` : 'tile'))}
					</div>
				</div>
				{button(alarm, alarm.macs > 0 ? 'tile exposed' : 'tile')}
			</fieldset>
			<fieldset class="chips fleet-others">
				<legend class="hidden">Macs that need attention</legend>
				{moreKinds.map((kind) => button(kind, 'chip'))}
			</fieldset>
		</>
	);
}
