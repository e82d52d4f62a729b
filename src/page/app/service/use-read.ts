import { useEffect, useRef, useState } from 'preact/hooks';
import type { Outcome } from './records.ts';
import { ask, isOld, storedAnswer } from './service.ts';
import { useVisit } from './visit.ts';

/** Milliseconds without a key before a request. A fast typist causes one request, and nobody notices the delay. */
export const typingPause = 120;

const loading = { state: 'loading' } as const;

export interface Read<T> {
	readonly outcome: Outcome<T>;
	/** Whether the outcome still belongs to an earlier path. Never export a stale answer. */
	readonly isStale: boolean;
	again(): void;
}

/**
 * Reads a path of the API. While the answer to a new path is on its way, the outcome stays that of the path before, so the
 * screen does not go blank. A view that is drawn on the server has its answers at once. Null reads nothing.
 */
export function useRead<T>(path: string | null, delay = 0): Read<T> {
	const { read } = useVisit();
	const storedOf = (path: string) => (read?.(path) as Outcome<T> | undefined) ?? storedAnswer<T>(path);
	const [attempt, setAttempt] = useState(0);
	const lastAttempt = useRef(attempt);
	const [shown, setShown] = useState<{ path: string | null; outcome: Outcome<T> }>({
		path,
		outcome: (path !== null && storedOf(path)) || loading,
	});
	const returned = useReturns();
	useEffect(() => {
		if (path === null) return setShown({ path, outcome: loading });
		const stored = storedOf(path);
		if (stored) setShown({ path, outcome: stored });
		const isRetry = lastAttempt.current !== attempt;
		lastAttempt.current = attempt;
		if (!isRetry && !isOld(path)) return;
		let current = true;
		let timer = setTimeout(async () => {
			const outcome = await ask<T>(path);
			// Keep showing an old answer while the service is unreachable, for example during a restart.
			const isLost = ['unreachable', 'failed', 'busy'].includes(outcome.state);
			if (!current) return;
			if (!(stored && isLost)) setShown({ path, outcome });
			// The service stated when it answers again, so retry then.
			if (outcome.state === 'busy')
				timer = setTimeout(() => setAttempt((last) => last + 1), outcome.seconds * 1000);
		}, delay);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [path, delay, attempt, returned]);
	const stored = path !== null && shown.path !== path ? storedOf(path) : undefined;
	return {
		outcome: stored ?? (path === null ? loading : shown.outcome),
		isStale: stored === undefined && path !== null && path !== shown.path,
		again() {
			if (shown.outcome.state !== 'ready') setShown({ path, outcome: loading });
			setAttempt(attempt + 1);
		},
	};
}

/** Counts returns to this tab, and of the browser to the network. After either, answers may be old or missing. */
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

/** Starts a request. The returned function tells whether it is still the latest one. */
export type Begin = () => () => boolean;

/** Tells late answers from the latest one. After the view is left, no answer is the latest. */
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
