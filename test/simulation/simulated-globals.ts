import { answerFetch } from './network.ts';
import { currentProcess, type Simulation, simulationNow } from './simulation.ts';

/**
 * Gives the globals of a simulated process their simulated form: its clock, timers, random numbers and network. Outside of simulated
 * processes all stay as they are, but for `Date` while a simulation runs, because invariants are checked at its time.
 */
export function simulateGlobals(): void {
	const real = {
		setTimeout: globalThis.setTimeout,
		setInterval: globalThis.setInterval,
		clearTimeout: globalThis.clearTimeout,
		fetch: globalThis.fetch,
		Date: globalThis.Date,
		now: performance.now.bind(performance),
		random: Math.random,
		sleep: Bun.sleep,
		gc: Bun.gc,
		timeout: AbortSignal.timeout.bind(AbortSignal),
	};
	const inside = (): Simulation | null => (currentProcess() === null ? null : simulationNow());
	const timer = (simulation: Simulation, delay: number, call: () => void, again: boolean) => {
		const handle = {
			event: simulation.schedule(delay, () => fire()),
			ref: () => handle,
			unref: () => handle,
		};
		const fire = () => {
			if (again) handle.event = simulation.schedule(delay, () => fire());
			call();
		};
		return handle;
	};
	const clear = (handle?: unknown) => {
		const { event } = (handle ?? {}) as { event?: { isOff: boolean } };
		if (event) event.isOff = true;
		else real.clearTimeout(handle as Timer);
	};
	class SimulatedDate extends real.Date {
		constructor(...parts: unknown[]) {
			if (parts.length === 0) super(SimulatedDate.now());
			else super(...(parts as [number]));
		}

		static override now(): number {
			return simulationNow()?.wall ?? real.Date.now();
		}
	}
	Object.assign(globalThis, {
		Date: SimulatedDate,
		setTimeout: (call: () => void, delay = 0, ...rest: []) => {
			const simulation = inside();
			return simulation ? timer(simulation, delay, () => call(...rest), false) : real.setTimeout(call, delay);
		},
		setInterval: (call: () => void, delay = 0) => {
			const simulation = inside();
			return simulation ? timer(simulation, delay, call, true) : real.setInterval(call, delay);
		},
		clearTimeout: clear,
		clearInterval: clear,
		fetch: (address: string | URL, init: RequestInit = {}) =>
			inside() ? answerFetch(simulationNow()!, address, init) : real.fetch(address, init),
	});
	Object.assign(performance, { now: () => inside()?.elapsed ?? real.now() });
	Object.assign(Math, { random: () => inside()?.random() ?? real.random() });
	Object.assign(Bun, {
		sleep: (delay: number) => inside()?.wait(delay) ?? real.sleep(delay),
		// Collecting garbage changes nothing that a simulation sees, and a round of the watch does it several times.
		gc: (force?: boolean) => (inside() ? 0 : real.gc(force)),
	});
	Object.assign(AbortSignal, {
		timeout(delay: number) {
			const simulation = inside();
			if (!simulation) return real.timeout(delay);
			const controller = new AbortController();
			simulation.schedule(delay, () => controller.abort(new DOMException('late', 'TimeoutError')));
			return controller.signal;
		},
	});
}
