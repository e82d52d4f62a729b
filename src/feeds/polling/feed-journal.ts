import type { Feed } from '../../learning/observation.ts';
import type { Log } from '../../process/log.ts';
import { clockInWords, clockOff, clockWarning } from '../state/feed-clock.ts';
import type { FeedState } from '../state/feed-store.ts';
import type { PollResult } from './poll-once.ts';

/** Logs the state of the feeds: each trouble once when it begins, and once when it ends. */
export class FeedJournal {
	#log: Log;
	#failing = new Set<Feed>();
	#offline = false;
	#heldIds = new Set<string>();
	/** By feed, the members that were logged as lost. */
	#lost = new Map<Feed, string>();
	#isClockOff = false;
	#ahead = '';

	constructor(log: Log) {
		this.#log = log;
	}

	/** Takes over the states from before this start: trouble that goes on is logged once per start. */
	recall(states: readonly FeedState[]): void {
		const failing = states.filter(({ failures }) => failures > 0);
		for (const { feed } of failing) this.#failing.add(feed);
		this.#offline = states.length > 0 && failing.length === states.length;
		if (this.#offline) this.#sayOffline(failing[0]?.problem ?? null);
		else
			for (const { feed, problem } of failing) this.#log.warn('feed fails', { feed, problem: problem ?? '' });
		this.#noteShapes(states);
	}

	/** `ahead` has the versions that CVE records name before a feed lists them. */
	note(
		{ outcomes, facts, items }: PollResult,
		states: readonly FeedState[],
		{ now, ahead = [] }: { now: number; ahead?: readonly string[] },
	): void {
		const offline = states.length > 0 && states.every(({ failures }) => failures > 0);
		if (offline && !this.#offline)
			this.#sayOffline(outcomes.find(({ problem }) => problem !== null)?.problem ?? null);
		if (!offline && this.#offline) this.#log.info('feeds answer again');
		for (const { feed, problem } of outcomes) {
			if (problem === null) {
				if (this.#failing.delete(feed) && !this.#offline) this.#log.info('feed answers again', { feed });
				continue;
			}
			// If no feed answers, one line says that for all of them.
			if (!this.#failing.has(feed) && !offline) this.#log.warn('feed fails', { feed, problem });
			this.#failing.add(feed);
		}
		this.#offline = offline;
		this.#noteShapes(states);
		this.#noteClock(states, now);
		const releases = facts.filter(({ kind }) => kind === 'release').map(({ subject }) => subject);
		const dates = facts.filter(({ kind }) => kind === 'dated').map(({ subject }) => subject);
		const boards = facts.filter(({ kind }) => kind === 'board').map(({ subject }) => subject);
		const exploited = facts.filter(({ kind }) => kind === 'exploited').map(({ subject }) => subject);
		const pulled = new Set(facts.filter(({ kind }) => kind === 'pulled').map(({ subject }) => subject));
		const replaced = new Set(facts.filter(({ kind }) => kind === 'replaced').map(({ subject }) => subject));
		if (facts.length > 0)
			this.#log.info('learnt', {
				releases: releases.join(' ') || undefined,
				dates: dates.join(' ') || undefined,
				boards: boards.join(' ') || undefined,
				records: facts.filter(({ kind }) => kind === 'record').length || undefined,
				fixes: facts.filter(({ kind }) => kind === 'fixes').length || undefined,
				exploited: exploited.join(' ') || undefined,
				pulled: [...pulled].join(' ') || undefined,
				replaced: [...replaced].join(' ') || undefined,
				facts: facts.length,
			});
		const versions = ahead.join(' ');
		if (versions !== '' && versions !== this.#ahead)
			this.#log.info('CVE records name releases that no feed lists yet', { versions });
		this.#ahead = versions;
		for (const { id, reason, detail } of items)
			if (!this.#heldIds.has(id)) this.#log.warn('quarantined', { id, reason, detail });
		// Forgets earlier items, so that a feed with new ones at every poll cannot fill the memory.
		this.#heldIds = new Set(items.map(({ id }) => id));
	}

	#noteShapes(states: readonly FeedState[]): void {
		for (const { feed, lost } of states) {
			const missing = lost.join(', ');
			const before = this.#lost.get(feed) ?? '';
			if (missing === before) continue;
			if (missing !== '') this.#log.warn('feed_shape_changed', { feed, missing });
			else this.#log.info('feed has all members again', { feed });
			this.#lost.set(feed, missing);
		}
	}

	#noteClock(states: readonly FeedState[], now: number): void {
		const off = clockOff(states, now);
		const isOff = off !== null && Math.abs(off) >= clockWarning;
		if (isOff && !this.#isClockOff)
			this.#log.warn('the clock of this machine is wrong', { clock: clockInWords(off) });
		if (off !== null && !isOff && this.#isClockOff)
			this.#log.info('the clock of this machine is right again');
		if (off !== null) this.#isClockOff = isOff;
	}

	#sayOffline(problem: string | null): void {
		this.#log.warn('no feed answers: serving the shipped data and what was learned before', {
			reason: problem ?? '',
		});
	}
}
