import '../shared.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { useRead } from '../service/use-read.ts';

type Minimum = Shapes['Minimum'];

/** The versions that a policy lets sign in today, and from the next day on which that changes. */
export function Door({ path }: { path: string }) {
	const { outcome } = useRead<Minimum>(path);
	if (outcome.state !== 'ready') return null;
	const { majors, next_change: next } = outcome.value;
	return (
		<dl class="door">
			<dt>The door today</dt>
			<dd>{admitted(majors.map(({ major, minimum }) => ({ major, minimum })))}</dd>
			{next !== null && (
				<>
					<dt>On {inWords(next)}</dt>
					<dd>
						{admitted(
							majors.map(({ major, minimum, next_minimum, next_on }) => ({
								major,
								minimum: next_on === next ? next_minimum : minimum,
							})),
						)}
					</dd>
				</>
			)}
		</dl>
	);
}

function admitted(majors: readonly { readonly major: string; readonly minimum: string | null }[]): string {
	const open = majors.filter(({ minimum }) => minimum !== null);
	if (open.length === 0) return 'no version may sign in';
	return open
		.map(({ major, minimum }, at) => (at === 0 ? `${minimum} or later` : `${minimum} or later of ${major}`))
		.join(', ');
}
