/** How often a worker is asked whether it is there. */
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
 * Asks a worker until it is ended, and gives up on a worker that does not answer. Counts turns, not time: after the machine or
 * the supervisor slept, waiting answers are read before the next turn.
 */
export function startHeartbeat(ask: () => void, giveUp: () => void): Heartbeat {
	let open = false;
	let unanswered = 0;
	let timer: Timer;
	const turn = () => {
		if (open && ++unanswered === mostUnanswered) return giveUp();
		open = true;
		ask();
		// One after the other, because an interval may catch up on turns that were slept through.
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
