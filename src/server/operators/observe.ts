import { pathOf } from '../../api/path.ts';
import { adviceRoute, boardIdsRoute, itemRoute } from '../../api/routes.ts';
import { pathRoute, type RequestMeter } from '../metrics/requests.ts';
import type { Service } from '../service.ts';
import type { AccessLog } from './access-log.ts';

interface Asked {
	readonly route: number;
	readonly started: number;
	/** Read before waiting for the answer: afterwards the socket may be closed. */
	readonly client?: string | undefined;
}

/**
 * The service with every request counted and, if wanted, logged. It wraps the service, so that without metrics and log the
 * service pays nothing.
 */
export function observe(service: Service, meter: RequestMeter | null, log: AccessLog | null): Service {
	if (!meter && !log) return service;
	const observed = (request: Request, response: Response, { route, started, client }: Asked): Response => {
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
			const asked = { route: pathRoute(pathOf(request.url)), started, client: log?.clientOf(request) };
			const answer = service.post(request, inTurn);
			if (answer instanceof Promise) return answer.then((response) => observed(request, response, asked));
			return answer && observed(request, answer, asked);
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
