import { pathOf } from '../../api/path.ts';
import { adviceRoute, boardIdsRoute, itemRoute } from '../../api/routes.ts';
import type { RequestMeter } from '../metrics/requests.ts';
import { pathRoute } from '../metrics/routes.ts';
import type { Service } from '../service.ts';
import type { AccessLog } from './access-log.ts';

/**
 * The service with every request counted and, if wanted, written down. Put around the service instead of
 * into it: where neither is turned on, the service runs bare and pays nothing.
 */
export function observe(service: Service, meter: RequestMeter | null, log: AccessLog | null): Service {
	if (!meter && !log) return service;
	const observed = (
		request: Request,
		route: number,
		started: number,
		response: Response,
		client = log?.clientOf(request) ?? '',
	): Response => {
		const milliseconds = performance.now() - started;
		meter?.record(route, request.method, response.status, milliseconds);
		log?.write(request, { client, status: response.status, milliseconds });
		return response;
	};
	return {
		item(request, item) {
			const started = performance.now();
			return observed(request, itemRoute(item), started, service.item(request, item));
		},
		boardIds(request, version) {
			const started = performance.now();
			return observed(request, boardIdsRoute, started, service.boardIds(request, version));
		},
		advice(request, boardVersion) {
			const started = performance.now();
			return observed(request, adviceRoute, started, service.advice(request, boardVersion));
		},
		post(request) {
			const started = performance.now();
			const route = pathRoute(pathOf(request.url));
			const client = log?.clientOf(request);
			const answer = service.post(request);
			if (answer instanceof Promise)
				return answer.then((response) => observed(request, route, started, response, client));
			return answer && observed(request, route, started, answer);
		},
		handle(request) {
			const started = performance.now();
			return observed(request, pathRoute(pathOf(request.url)), started, service.handle(request));
		},
		swap: (catalog) => service.swap(catalog),
		get catalog() {
			return service.catalog;
		},
	};
}
