import { stateHeaders } from '@pointrelease/core/src/api/headers.ts';
import { queryOf } from '@pointrelease/core/src/api/path.ts';
import { problem } from '@pointrelease/core/src/api/problem.ts';
import type { Shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { version } from '../../package.json' with { type: 'json' };
import type { DatasetStatus } from '../feeds/state/dataset-status.ts';
import { clockInWords, clockTrouble } from '../feeds/state/feed-clock.ts';
import { sendProblem } from './responses.ts';

/** The health of the service, for load balancers and people. */
export interface Health {
	/** Whether requests are answered. */
	ready: boolean;
	/** Why it is not ready, or only degraded. */
	reasons: string[];
}

/** Why the data may be behind. This is public, so it does not say where anything is. */
export function datasetReasons({ stale, frozen, trouble, clockOff }: DatasetStatus): string[] {
	const reasons = trouble === null ? [] : [trouble];
	if (stale) reasons.push("stale: Apple's update service has not answered for a day");
	else if (frozen) reasons.push("frozen: Apple's update service always answers the same");
	if (clockOff !== null && Math.abs(clockOff) >= clockTrouble)
		reasons.push(
			`clock: the machine that polls the feeds is ${clockInWords(clockOff)}; new releases may come late`,
		);
	return reasons;
}

export function livez(): Response {
	return new Response('{"status":"alive"}', { headers: stateHeaders() });
}

/**
 * The same, and for `?instance=ID` whether this service has that ID: 404 if not. Who knows the ID can read the state
 * folder, and is told the release, too.
 */
export function livezOf(instance: string | null): (request: Request) => Response {
	return ({ url }) => {
		const asked = new URLSearchParams(queryOf(url)).get('instance');
		if (asked === null) return livez();
		if (instance === null || asked !== instance)
			return sendProblem(problem('not-found', 'this service is not that instance'));
		const body: Shapes['Liveness'] = { status: 'alive', release: version };
		return new Response(JSON.stringify(body), { headers: stateHeaders() });
	};
}

/** 200 while requests are answered, even in a degraded state; 503 with the reasons otherwise. */
export function readyz({ ready, reasons }: Health, dataset: DatasetStatus | null): Response {
	const status = !ready ? 'not ready' : reasons.length > 0 ? 'degraded' : 'ready';
	const body: Shapes['Readiness'] = {
		status,
		reasons,
		data_version: dataset?.dataVersion ?? null,
		data_changed: dataset?.changed ?? null,
		stale: dataset?.stale ?? false,
		frozen: dataset?.frozen ?? false,
		// Only the number, because this is public.
		held_for_review: dataset?.heldItems.length ?? 0,
		feeds: (dataset?.feeds ?? []).map(({ feed, state, lastAnswer }) => ({
			feed,
			state,
			last_answer: lastAnswer,
		})),
	};
	return new Response(JSON.stringify(body), { status: ready ? 200 : 503, headers: stateHeaders() });
}
