import { Failure } from '../../process/failure.ts';
import type { PausedChannels } from '../outbox/paused-channels.ts';
import { readEarlierNotices } from '../state/messages.ts';
import { firstStart, writeNote } from '../state/notes.ts';
import { readOpenMessages, retriable } from '../state/open-messages.ts';
import {
	beginRound,
	type Cause,
	endRound,
	noteJudged,
	type RoundRecord,
	reachStep,
	type Step,
	steps,
} from '../state/rounds.ts';
import { readSources } from '../state/sources.ts';
import { checkInventories, hasPartial, readChecks } from './check-inventories.ts';
import { callHeartbeat } from './heartbeat.ts';
import { judgeFleet } from './judge-fleet.ts';
import type { Parts } from './parts.ts';
import { pullInventories } from './pull-inventories.ts';
import { rememberInventories } from './remember-inventories.ts';
import { situationOf, tell } from './tell.ts';
import { troubleOf } from './trouble.ts';
import { noteWaitingMonth, writeMonths } from './write-evidence.ts';
import { writeEnforcement, writeReports } from './write-files.ts';

/** What a round did. */
export interface RoundOutcome {
	readonly number: number;
	readonly whole: boolean;
	readonly macs: number;
	readonly problems: readonly string[];
}

/** Begins a round. Only a round that is due, or that somebody asked for, pulls inventories. */
export function startRound({ database, now }: Parts, cause: Cause): Promise<RoundRecord> {
	const step = cause === 'due' || cause === 'asked' ? 'pull' : 'remember';
	return beginRound(database, { cause, step, now: now() });
}

/**
 * Does what is left of a round. Each step is recorded before the next one begins, and may be done again: a crash between
 * its work and its record changes nothing.
 */
export async function finishRound(
	parts: Parts,
	round: RoundRecord,
	paused: Pick<PausedChannels, 'paused'>,
): Promise<RoundOutcome> {
	const { database, log, now } = parts;
	const isLeft = (step: Step) => steps.indexOf(round.step) <= steps.indexOf(step);
	const since = await firstStart(database, round.started);
	if (isLeft('pull')) {
		await pullInventories(parts, round);
		await reachStep(database, round, 'remember');
	}
	const reported: string[] = [];
	if (isLeft('remember')) {
		reported.push(...(await problemIn(() => rememberInventories(parts))));
		await reachStep(database, round, 'judge');
	}
	// Data that arrives from here on is for the next round, so that files, verdicts and messages agree.
	const catalog = parts.catalog();
	const roundParts = { ...parts, catalog: () => catalog };
	// Files without verdicts are written before the Macs are in memory, and the check before reads the inventories once more for the same
	// reason. The garbage of each part is collected before the next: a round of 20,000 pulled Macs with a month of evidence takes
	// 205 MB, and up to 230 MB without either collection (Bun 1.4.4).
	const newlyEnrolled = isLeft('judge') ? await checkInventories(roundParts) : null;
	const checks = await readChecks(database, roundParts.file);
	if (isLeft('judge') && hasPartial(checks)) await noteWaitingMonth(roundParts, since);
	else if (isLeft('judge')) {
		reported.push(...(await problemIn(() => writeEnforcement(roundParts, newlyEnrolled))));
		Bun.gc(true);
		reported.push(...(await problemIn(() => writeMonths(roundParts, since))));
	}
	Bun.gc(true);
	// Verdicts are not stored, because they can be computed again from the stored inventories and the data.
	const fleet = await judgeFleet(roundParts, await readSources(database), checks);
	reported.push(...fleet.problems);
	const { summary, verdicts, notInInventory, inventories, policy } = fleet;
	const counts = {
		macs: fleet.macs.length,
		verdicts,
		notInInventory,
		missesPolicy: policy.isStated ? summary.misses_policy : null,
	};
	if (isLeft('judge')) await noteJudged(database, round, { whole: fleet.whole, counts });
	if (isLeft('write')) {
		reported.push(...(await problemIn(() => writeReports(roundParts, fleet))));
		await reachStep(database, round, 'tell');
	}
	// Two steps may meet the same problem.
	const problems = [...new Set(reported)];
	for (const problem of problems) log.warn('round has a problem', { round: round.number, problem });
	const whole = fleet.whole && problems.length === 0;
	if (isLeft('tell')) {
		const open = await readOpenMessages(database, parts.file.channels, now());
		const untold = new Set(retriable(open, now()).map(({ id }) => id));
		const trouble = troubleOf(parts, fleet, { since, problems, paused: paused.paused, open });
		// What a given-up message said of Macs is told again by the next one, under another subject.
		const lost = open.filter(({ kind, state }) => kind === 'mac' && state === 'failed');
		const notTold = new Set([...untold, ...lost.map(({ id }) => id)]);
		const earlierNotices = await readEarlierNotices(database, notTold);
		const held = open.filter(({ kind, state }) => kind === 'mac' && state === 'waiting');
		const holdsMacs = new Set(held.map(({ channel }) => channel));
		const situation = situationOf(parts, fleet, { earlierNotices, holdsMacs, trouble, since });
		await tell(parts, round, situation, { open, untold });
	}
	if (whole) await callHeartbeat(parts);
	await writeNote(database, 'data', fleet.catalog.dataVersion);
	await endRound(database, round, { now: now(), whole });
	const macs = fleet.macs.length;
	log.info('round done', {
		round: round.number,
		cause: round.cause,
		whole,
		macs,
		inventories: inventories.length,
	});
	return { number: round.number, whole, macs, problems };
}

/** Why the work failed; nothing if it did not. The next round tries it again. */
async function problemIn(work: () => void | Promise<void>): Promise<string[]> {
	try {
		await work();
		return [];
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		return [thrown.message];
	}
}
