// What the program loads when it first needs it is loaded here, because loading is no part of the simulated time.
import '../../src/feeds/polling/poll-once.ts';
import '../../src/licenses/orders/products-definition.ts';
import '../../src/pull/connections-definition.ts';
import '../../src/server/console/door.ts';
import '../../src/server/posts/license.ts';
import '../../src/server/posts/lost-key.ts';
import '../../src/server/posts/stripe-hook.ts';
import '../../src/server/posts/subscription.ts';
import '../../src/settings/policies-definition.ts';
import '../../src/watch/read-watch-file.ts';
import { endInvariants } from './end-invariants.ts';
import { brokenInvariants } from './invariants.ts';
import { perform } from './perform.ts';
import type { Action } from './story.ts';
import { processNames, World } from './world.ts';

/** How a story ended. */
export interface Outcome {
	/** What does not hold; empty if all is well. */
	readonly broken: readonly string[];
	/** The number of the action after which it did not hold; null for the end. */
	readonly at: number | null;
	/** The number of the event at which the story ended, and a number made of all events. */
	readonly steps: number;
	readonly digest: bigint;
	/** What the processes logged. */
	readonly log: readonly string[];
}

/** Plays a story, and checks the invariants after each action and at the end. */
export async function runStory(
	seed: number,
	story: readonly Action[],
	env?: Record<string, string>,
): Promise<Outcome> {
	const world = new World(seed, env);
	const ended = (broken: readonly string[], at: number | null): Outcome => ({
		broken,
		at,
		steps: world.simulation.steps,
		digest: world.simulation.digest,
		log: world.log,
	});
	try {
		await world.begin();
		for (const name of processNames) world.start(name);
		for (const [at, action] of story.entries()) {
			await world.live(action.after);
			perform(world, action);
			const broken = await brokenInvariants(world);
			if (broken.length > 0) return ended(broken, at);
		}
		await world.live(8_000);
		await world.heal();
		const broken = [...(await brokenInvariants(world)), ...(await brokenInvariants(world, endInvariants))];
		return ended(broken, null);
	} catch (thrown) {
		return ended([`the story cannot be told: ${(thrown as Error).stack}`], null);
	} finally {
		await world.close();
	}
}

/** The story without every action that is not needed for the same invariant to break. */
export async function shortened(
	seed: number,
	story: readonly Action[],
	env?: Record<string, string>,
): Promise<Action[]> {
	const nameOf = ({ broken }: Outcome) => broken[0]?.split(':')[0];
	const name = nameOf(await runStory(seed, story, env));
	let shorter = [...story];
	for (let at = shorter.length - 1; at >= 0; at--) {
		const without = shorter.toSpliced(at, 1);
		if (nameOf(await runStory(seed, without, env)) === name) shorter = without;
	}
	return shorter;
}
