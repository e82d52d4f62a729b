import type { Metric } from '../../process/exposition.ts';
import type { Log } from '../../process/log.ts';
import type { Settings } from '../../settings/settings.ts';
import { eventMetrics, processMetrics } from '../metrics/process.ts';
import { RequestMeter } from '../metrics/requests.ts';
import { type ServingState, stateMetrics } from '../metrics/state.ts';
import type { Service } from '../service.ts';
import { createAccessLog } from './access-log.ts';
import { type Admin, listenForAdmin, type MoreAnswers } from './admin.ts';
import { observe } from './observe.ts';

/** What operators may turn on: metrics on a separate address, and a log line per request. */
export interface Operators {
	/** The service to open: observed if anything is turned on. */
	watch(service: Service, state: ServingState, addressOf: (request: Request) => string): Service;
	/** Answers these requests on the admin address, too. */
	answer(more: MoreAnswers): void;
	stop(): Promise<void>;
}

/** Listens on the admin address at once, so that a port in use is reported before any work. */
export function openForOperators(settings: Settings, log: Log): Operators {
	const meter = settings.adminAddress && new RequestMeter();
	const metrics: Metric[] = [...processMetrics];
	let admin: Admin | null = null;
	let answerMore: MoreAnswers = () => null;
	if (settings.adminAddress) {
		admin = listenForAdmin(settings.adminAddress, settings.adminHosts, metrics, (request, peer) =>
			answerMore(request, peer),
		);
		log.info('metrics', { address: admin.address });
	}
	return {
		watch(service, state, addressOf) {
			if (meter) metrics.push(meter, ...stateMetrics(state), ...eventMetrics());
			return observe(service, meter, settings.accessLog ? createAccessLog(log, addressOf) : null);
		},
		answer(more) {
			answerMore = more;
		},
		stop: async () => admin?.stop(),
	};
}
