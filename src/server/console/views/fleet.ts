import { statSync } from 'node:fs';
import { inWords } from '@pointrelease/core/src/text/day-words.ts';
import { counted } from '@pointrelease/core/src/text/numbers.ts';
import type { Queries } from '../../../database/database.ts';
import { readPrivateFile } from '../../../database/private-file.ts';
import type { FleetRecord } from '../../../page/console/records.ts';
import { Failure } from '../../../process/failure.ts';
import { nextRoundAt } from '../../../watch/schedule.ts';
import { readPlan } from '../../../watch/state/plan.ts';
import { lastPull, lastRound, latestRounds } from '../../../watch/state/rounds.ts';
import { stateReportPath } from '../../../watch/state-report.ts';
import { readStatus, troubleOfInventory, type WatchStatus } from '../../../watch/status.ts';
import { sendText } from '../answers.ts';
import type { Asked, DataRoute } from '../data-route.ts';
import type { ConsoleParts } from '../parts.ts';
import { shownMessages } from './mail.ts';

const mostRounds = 30;

/** What the watch of this state did and will do. It only reads what the watch wrote: neither its file nor a secret of it. */
async function fleetPage(_: Asked, { licenses, settings }: ConsoleParts): Promise<FleetRecord> {
	const { database } = licenses;
	const plan = await readPlan(database);
	if (plan === null) return { watch: null };
	const now = Date.now();
	const status = await readStatus(database, plan, now);
	const hasFailed = status.inventories.some(({ problem, partial }) => problem !== null || partial !== null);
	return {
		watch: {
			every: plan.every,
			policy: plan.policy,
			time_zone: plan.timeZone,
			overdue: status.overdue,
			last_whole_round: status.last_whole_round,
			next_round: await nextRound(database, plan.every, hasFailed),
			rounds: (await latestRounds(database, mostRounds)).map((round) => ({
				number: round.number,
				cause: round.cause,
				started: new Date(round.started).toISOString(),
				ended: round.ended === null ? null : new Date(round.ended).toISOString(),
				whole: round.whole,
				macs: round.counts?.macs ?? null,
				misses_policy: round.counts?.missesPolicy ?? null,
			})),
			inventories: status.inventories.map((inventory) => ({
				name: inventory.name,
				taken: inventory.taken,
				trouble: troubleOf(inventory),
			})),
			messages: shownMessages(status),
			report: reportMade(stateReportPath(settings)),
		},
	};
}

/** What is wrong with an inventory, in the words of the page. */
function troubleOf(inventory: WatchStatus['inventories'][number]): string[] {
	return troubleOfInventory(inventory, {
		unread: (problem) => `Not read: ${problem}`,
		partial: ({ left, of, wholeOn }) =>
			`Lists only ${left} of the ${counted(of, 'Mac')} of ${inWords(wholeOn)}`,
		unseen: ({ macs, of, days }) => `${macs} of ${counted(of, 'Mac')} not seen for ${counted(days, 'day')}`,
	});
}

async function nextRound(queries: Queries, every: number, hasFailed: boolean): Promise<string | null> {
	const [last, pull] = [await lastRound(queries), await lastPull(queries)];
	const next = nextRoundAt({ every, last, lastPull: pull, hasFailed });
	return next === null ? null : new Date(next).toISOString();
}

function reportMade(path: string): string | null {
	const status = statSync(path, { throwIfNoEntry: false });
	return status ? new Date(status.mtimeMs).toISOString() : null;
}

/** The report of the last round, as the watch wrote it. */
function fleetReport(_: Asked, { settings }: ConsoleParts): Response {
	const path = stateReportPath(settings);
	if (reportMade(path) === null)
		throw new Failure('no-such-report', 'the watch has written no report to this state folder yet');
	return sendText(new Uint8Array(readPrivateFile(path)));
}

export const fleetRoutes: readonly DataRoute[] = [
	{ method: 'GET', path: '/fleet', access: 'reads', answer: fleetPage },
	{ method: 'GET', path: '/fleet/report', access: 'reads', answer: fleetReport },
];
