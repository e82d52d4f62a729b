import { stateHeaders } from '../api/headers.ts';
import type { Catalog } from '../catalog/catalog.ts';

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
export function readyz({ ready, reasons }: Health, catalog: Catalog | null): Response {
	const status = !ready ? 'not ready' : reasons.length > 0 ? 'degraded' : 'ready';
	const body = {
		status,
		reasons,
		data_version: catalog?.dataVersion ?? null,
		data_changed: catalog?.changed ?? null,
	};
	return new Response(JSON.stringify(body), { status: ready ? 200 : 503, headers: stateHeaders() });
}
