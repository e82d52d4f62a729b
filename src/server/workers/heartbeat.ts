/** How often a worker is asked whether it is alive, in milliseconds. */
const askEvery = 2_000;
/** Questions in a row without an answer after which a worker counts as hung. */
const mostUnanswered = 5;

/** Why a hung worker was ended. */
export const hung = `hung: no answer to ${mostUnanswered} questions in a row`;

export interface Heartbeat {
	answered(): void;
	end(): void;
}

/**
 * Asks a worker until `end` is called, and gives up on a worker that does not answer. Counts questions, not time: after
 * the machine or the supervisor slept, waiting answers are read before the next question.
 */
export function startHeartbeat(ask: () => void, giveUp: () => void): Heartbeat {
	let open = false;
	let unanswered = 0;
	let timer: Timer;
	const turn = () => {
		if (open && ++unanswered === mostUnanswered) return giveUp();
		open = true;
		ask();
		// Not an interval, which may catch up on all the turns of a sleep at once.
		timer = setTimeout(turn, askEvery);
	};
	turn();
	return {
		answered() {
			open = false;
			unanswered = 0;
		},
		end: () => clearTimeout(timer),
	};
}
