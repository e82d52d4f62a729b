import { headline } from '../../../fleet/report/headline.ts';
import type { CompactReport } from '../../../fleet/report/report.ts';

/** The report in a sentence; what is dangerous in it stands out. */
export function Headline({ report }: { report: CompactReport }) {
	return (
		<p class="fleet-headline">
			{headline(report.summary, report.policy !== null).map(({ text, alarm }) =>
				alarm ? (
					<strong key={text} class="alarm">
						{text}
					</strong>
				) : (
					text
				),
			)}
		</p>
	);
}
