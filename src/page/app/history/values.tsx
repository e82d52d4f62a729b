import type { Stated } from '../../../fleet/history/stated.ts';

/** A sentence of a history or of evidence, with its values marked. */
export function Values({ of }: { of: Stated }) {
	return of.map((piece, at) => (at % 2 === 1 ? <Value key={at} text={piece} /> : piece));
}

/** A value that a check of the page compares. */
export function Value({ text, tone }: { text: string; tone?: string }) {
	return (
		<data class={tone} value={text}>
			{text}
		</data>
	);
}
