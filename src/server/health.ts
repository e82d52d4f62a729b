import { stateHeaders } from '../api/headers.ts';
import type { DatasetStatus } from '../feeds/state/dataset-status.ts';

/** How the service is, for load balancers and people. */
export interface Health {
	/** Whether requests are answered as they should be. */
	ready: boolean;
	/** Why it is not ready, or only degraded. */
	reasons: string[];
}

export function livez(): Response {
	return new Response('{"status":"alive"}', { headers: stateHeaders() });
}

/** 200 while requests are answered, even if something behind them is not well; 503 with the reasons otherwise. */
export function readyz({ ready, reasons }: Health, dataset: DatasetStatus | null): Response {
	const status = !ready ? 'not ready' : reasons.length > 0 ? 'degraded' : 'ready';
	const body = {
		status,
		reasons,
		data_version: dataset?.dataVersion ?? null,
		data_changed: dataset?.changed ?? null,
		stale: dataset?.stale ?? false,
		frozen: dataset?.frozen ?? false,
		/** A number and no more: this is public. */
		held_for_review: dataset?.held.length ?? 0,
		feeds: (dataset?.feeds ?? []).map(({ feed, state, lastAnswer }) => ({
			feed,
			state,
			last_answer: lastAnswer,
		})),
	};
	return new Response(JSON.stringify(body), { status: ready ? 200 : 503, headers: stateHeaders() });
}
