import type { NamedPolicies } from '../advice/policy/named-policies.ts';
import { askedAdvice, prepareAdvice } from '../api/reads/advice.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { yieldEvery } from '../process/yield-turn.ts';
import { dayTextAt } from '../text/day.ts';

/** Milliseconds in which a request may have to wait. */
const longestStep = 1;
const day = 86_400_000;

export interface AdvicePreparer {
	/** Another state of the data is served. Ends when all that was asked before is worked out for it. */
	serve(catalog: Catalog): Promise<void>;
	/** Another day has begun; the same. */
	turn(): Promise<void>;
	close(): void;
}

/**
 * Works out the advice that was asked for anew after new data and after midnight, in steps between which requests are
 * answered. Without it the first Macs of each kind would wait, and the whole fleet asks in the same hour.
 */
export function createAdvicePreparer(
	first: Catalog,
	policies: NamedPolicies,
	now: () => number = Date.now,
): AdvicePreparer {
	let catalog = first;
	/** What is still to be worked out: more data may come before it is done. */
	const due = new Set<string>();
	let working: Promise<void> | null = null;
	const work = async () => {
		const rest = yieldEvery(longestStep);
		await rest();
		for (const asked of due) {
			due.delete(asked);
			try {
				prepareAdvice(catalog, asked, dayTextAt(now()), policies);
			} catch {
				// It fails again, and is reported, when somebody asks for it.
			}
			await rest();
		}
		working = null;
	};
	const prepare = (asked: readonly string[]) => {
		for (const one of asked) due.add(one);
		working ??= work();
		return working;
	};
	const turn = () => prepare(askedAdvice(catalog, policies));
	const untilMidnight = () => day - (now() % day);
	let timer: Timer;
	const wait = () => {
		timer = setTimeout(() => {
			void turn();
			wait();
		}, untilMidnight() + 100);
		timer.unref();
	};
	wait();
	return {
		serve(next) {
			const asked = askedAdvice(catalog, policies);
			catalog = next;
			return prepare(asked);
		},
		turn,
		close: () => clearTimeout(timer),
	};
}
