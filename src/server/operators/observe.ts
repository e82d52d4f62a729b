import { pathOf } from '@pointrelease/core/src/api/path.ts';
import { adviceRoute, boardIdsRoute, itemRoute } from '@pointrelease/core/src/api/routes.ts';
import { pathRoute, type RequestMeter } from '../metrics/requests.ts';
import type { Service } from '../service.ts';
import type { AccessLog } from './access-log.ts';

interface Observation {
	readonly route: number;
	readonly started: number;
	/** Read before waiting for the answer: afterwards the socket may be closed. */
	readonly client?: string | undefined;
}

/**
 * Wraps the service to count every request and, with `ACCESS_LOG`, to log it. Without metrics and log it returns the
 * service itself, at no cost.
 */
export function observe(service: Service, meter: RequestMeter | null, log: AccessLog | null): Service {
	if (!meter && !log) return service;
	const observed = (
		request: Request,
		response: Response,
		{ route, started, client }: Observation,
	): Response => {
		const milliseconds = performance.now() - started;
		meter?.record(route, request.method, response.status, milliseconds);
		log?.write(request, { client: client ?? log.clientOf(request), status: response.status, milliseconds });
		return response;
	};
	return {
		item(request, item) {
			const started = performance.now();
			return observed(request, service.item(request, item), { route: itemRoute(item), started });
		},
		boardIds(request, version) {
			const started = performance.now();
			return observed(request, service.boardIds(request, version), { route: boardIdsRoute, started });
		},
		advice(request, boardVersion) {
			const started = performance.now();
			return observed(request, service.advice(request, boardVersion), { route: adviceRoute, started });
		},
		post(request, inTurn) {
			const started = performance.now();
			const observation = { route: pathRoute(pathOf(request.url)), started, client: log?.clientOf(request) };
			const answer = service.post(request, inTurn);
			if (answer instanceof Promise)
				return answer.then((response) => observed(request, response, observation));
			return answer && observed(request, answer, observation);
		},
		handle(request) {
			const started = performance.now();
			const route = pathRoute(pathOf(request.url));
			return observed(request, service.handle(request), { route, started });
		},
		swap: (catalog) => service.swap(catalog),
		get catalog() {
			return service.catalog;
		},
	};
}
