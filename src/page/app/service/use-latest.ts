import { useEffect, useRef } from 'preact/hooks';

/** Begins a question, which tells later whether its answer is still waited for. */
export type Begin = () => () => boolean;

/** Of several questions the last one counts, however late an earlier one is answered; whoever left waits for none. */
export function useLatest(): Begin {
	const last = useRef(0);
	useEffect(
		() => () => {
			last.current += 1;
		},
		[],
	);
	return () => {
		last.current += 1;
		const mine = last.current;
		return () => mine === last.current;
	};
}
