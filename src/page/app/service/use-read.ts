import { useEffect, useRef, useState } from 'preact/hooks';
import type { Outcome } from './records.ts';
import { ask, isOld, knownAnswer } from './service.ts';

const loading = { state: 'loading' } as const;

export interface Read<T> {
	readonly outcome: Outcome<T>;
	/** Whether the answer is still that of an earlier path. Nothing may be exported from such an answer. */
	readonly isStale: boolean;
	again(): void;
}

/**
 * The outcome of a read, or of the last one while the next is on its way: what is on the screen stays there until there is
 * something to replace it. Null asks nothing.
 */
export function useRead<T>(path: string | null, delay = 0): Read<T> {
	const [attempt, setAttempt] = useState(0);
	const asked = useRef(attempt);
	const [shown, setShown] = useState<{ path: string | null; outcome: Outcome<T> }>({
		path,
		outcome: (path !== null && knownAnswer<T>(path)) || loading,
	});
	const returned = useReturns();
	// Another attempt asks the same again.
	useEffect(() => {
		if (path === null) return setShown({ path, outcome: loading });
		const known = knownAnswer<T>(path);
		if (known) setShown({ path, outcome: known });
		const wanted = asked.current !== attempt;
		asked.current = attempt;
		if (!wanted && !isOld(path)) return;
		let current = true;
		let timer = setTimeout(async () => {
			const outcome = await ask<T>(path);
			// An old answer is better than none: a service that restarts takes nothing off the screen.
			const lost = ['unreachable', 'failed', 'busy'].includes(outcome.state);
			if (!current) return;
			if (!(known && lost)) setShown({ path, outcome });
			// The service said when: nobody needs to press a button.
			if (outcome.state === 'busy')
				timer = setTimeout(() => setAttempt((last) => last + 1), outcome.seconds * 1000);
		}, delay);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [path, delay, attempt, returned]);
	const known = path !== null && shown.path !== path ? knownAnswer<T>(path) : undefined;
	return {
		outcome: known ?? (path === null ? loading : shown.outcome),
		isStale: known === undefined && path !== null && path !== shown.path,
		again() {
			if (shown.outcome.state !== 'ready') setShown({ path, outcome: loading });
			setAttempt(attempt + 1);
		},
	};
}

/** How often someone came back to this tab, or the browser online: what it shows may be old, or was never answered. */
function useReturns(): number {
	const [returns, setReturns] = useState(0);
	useEffect(() => {
		const count = () => document.visibilityState === 'visible' && setReturns((times) => times + 1);
		document.addEventListener('visibilitychange', count);
		addEventListener('online', count);
		return () => {
			document.removeEventListener('visibilitychange', count);
			removeEventListener('online', count);
		};
	}, []);
	return returns;
}

/** Begins a question, which tells later whether its answer is still waited for. */
export type Begin = () => () => boolean;

/**
 * Only the answer to the last question counts, however late an earlier one arrives. After the view is left, none
 * counts.
 */
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
