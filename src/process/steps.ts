/**
 * Long work that can be done in steps: a generator pauses wherever it may be interrupted, and whoever runs it
 * decides whether anything else gets a turn there.
 */
export type Steps<T> = Generator<void, T>;

/** All steps in one go. */
export function atOnce<T>(steps: Steps<T>): T {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
	}
}

/** Rests after every step. */
export async function inSteps<T>(steps: Steps<T>, rest: () => Promise<void>): Promise<T> {
	for (;;) {
		const step = steps.next();
		if (step.done) return step.value;
		await rest();
	}
}
