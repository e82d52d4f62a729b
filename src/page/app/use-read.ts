import { useEffect, useState } from 'preact/hooks';
import { ask, knownAnswer, type Outcome } from './service.ts';

const loading = { state: 'loading' } as const;

/**
 * The outcome of a read, or of the last one while the next is on its way: what is on the screen stays there
 * until there is something to replace it. Null asks nothing.
 */
export function useRead<T>(path: string | null, delay = 0): { outcome: Outcome<T>; again(): void } {
	const [attempt, setAttempt] = useState(0);
	const [shown, setShown] = useState<{ path: string | null; outcome: Outcome<T> }>({
		path,
		outcome: (path !== null && knownAnswer<T>(path)) || loading,
	});
	// Another attempt asks the same again.
	useEffect(() => {
		if (path === null) return setShown({ path, outcome: loading });
		const known = knownAnswer<T>(path);
		if (known) return setShown({ path, outcome: known });
		let current = true;
		const timer = setTimeout(async () => {
			const outcome = await ask<T>(path);
			if (current) setShown({ path, outcome });
		}, delay);
		return () => {
			current = false;
			clearTimeout(timer);
		};
	}, [path, delay, attempt]);
	const known = path !== null && shown.path !== path ? knownAnswer<T>(path) : undefined;
	return {
		outcome: known ?? (path === null ? loading : shown.outcome),
		again() {
			setShown({ path, outcome: loading });
			setAttempt(attempt + 1);
		},
	};
}
