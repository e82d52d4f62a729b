import { useEffect, useState } from 'preact/hooks';

interface Readiness {
	data_changed: string | null;
	stale: boolean;
	frozen: boolean;
}

/** How old the data is, and whether the vendor's feed is heard: told to everybody, with a key or without. */
export function DataFreshness() {
	const [state, setState] = useState<Readiness | null>(null);
	useEffect(() => {
		fetch('/readyz')
			.then((response) => response.json())
			.then((body: Readiness) => setState(body))
			// Who is offline sees that elsewhere.
			.catch(() => {});
	}, []);
	if (!state?.data_changed) return null;
	const trouble = state.stale
		? ' Stale: Apple’s update service has not answered for a day. Newer releases may be missing.'
		: state.frozen
			? ' Frozen: Apple’s update service has not changed for days. Newer releases may be missing.'
			: '';
	return (
		<p>
			Data of <time dateTime={state.data_changed}>{state.data_changed.slice(0, 10)}</time>.
			{trouble && <strong>{trouble}</strong>}
		</p>
	);
}
