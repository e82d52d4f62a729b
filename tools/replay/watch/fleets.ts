import { offeredOn } from '@pointrelease/core/src/advice/offered.ts';
import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import type { TrueMac } from '../../../test/pull/true-macs.ts';
import { randomFrom } from '../../../test/seeded-random.ts';

/** Apple silicon, T2 and older Intel Macs; the last ones end at 12 and 13. */
const boardIds = [
	'J293AP',
	'J413AP',
	'J314sAP',
	'J773gAP',
	'J152FAP',
	'J174AP',
	'Mac-551B86E5744E2388',
	'Mac-9F18E312C5C2BF0B',
];

/** A Mac, and what it runs from each day on; days are numbers. */
export interface LivedMac {
	readonly id: number;
	readonly board: Board;
	readonly changes: readonly { readonly day: number; readonly release: Release }[];
}

/** Macs that update after some days or weeks, and move to a new major version after weeks, months or never. */
export function livedMacs(
	catalog: Catalog,
	seed: number,
	count: number,
	first: string,
	last: string,
): LivedMac[] {
	const random = randomFrom(seed);
	const boards = boardIds.map((id) => catalog.boards.get(id)!);
	return Array.from({ length: count }, (_, index) => {
		const board = boards[Math.floor(random() * boards.length)]!;
		return { id: index + 1, board, changes: lifeOf(board, random, first, last) };
	}).filter(({ changes }) => changes.length > 0);
}

function lifeOf(board: Board, random: () => number, first: string, last: string): LivedMac['changes'] {
	const patience = Math.floor(random() * 50);
	const upgrade = random() < 0.6 ? 15 + Math.floor(random() * 240) : Number.POSITIVE_INFINITY;
	const majorsBack = Math.floor(random() * 3);
	const changes: { day: number; release: Release }[] = [];
	const bought = Math.max(dayNumber(first), board.introduced === '' ? 0 : dayNumber(board.introduced) + 20);
	for (let day = bought; day <= dayNumber(last); day++) {
		const before = changes.at(-1)?.release;
		const next = before ? nextOf(board, before, day, patience, upgrade) : firstOf(board, day, majorsBack);
		if (next && next !== before) changes.push({ day, release: next });
	}
	return changes;
}

/** The latest release of one of its newest majors on the day. */
function firstOf(board: Board, day: number, majorsBack: number): Release | null {
	const latest = [...board.support.values()].flatMap(
		(support) => offeredOn(support, dayOfNumber(day)).at(-1) ?? [],
	);
	return latest.at(-1 - Math.min(majorsBack, latest.length - 1)) ?? null;
}

function nextOf(
	board: Board,
	before: Release,
	day: number,
	patience: number,
	upgrade: number,
): Release | null {
	const newest = [...board.support.values()].findLast(
		({ first }) => dayNumber(first.released) + upgrade <= day && first.parsed.major !== before.major,
	);
	const support =
		newest && newest.first.released > board.support.get(before.major)!.first.released
			? newest
			: board.support.get(before.major)!;
	const isUpgrade = support.major.name !== before.major;
	const old = dayOfNumber(isUpgrade ? day : day - patience);
	const latest = offeredOn(support, dayOfNumber(day)).findLast(({ released }) => released <= old);
	return latest && (isUpgrade || latest.released > before.released) ? latest : null;
}

/** What a Mac runs on a day; null before it was bought. */
export function releaseOn({ changes }: LivedMac, day: number): Release | null {
	return changes.findLast((change) => change.day <= day)?.release ?? null;
}

/** The Mac as its management service lists it. */
export function listed(mac: LivedMac, release: Release, time: number): TrueMac {
	const { id, board } = mac;
	const hourBefore = new Date(time - 3_600_000).toISOString().replace(/\.\d+/, '');
	return {
		id,
		name: `mac-${id}`,
		serial: `C02R${String(id).padStart(7, '0')}`,
		managed: true,
		model: board.modelIdentifiers[0]!,
		modelName: board.machines[0]!.name,
		board: board.id,
		version: release.version,
		build: release.builds.find(({ kind }) => kind === 'release')?.build ?? '',
		inventoried: hourBefore,
		contact: hourBefore,
		supervised: true,
		isTokenEscrowed: true,
		freeGigabytes: 100,
		enrolled: '2025-02-03T10:00:00Z',
		expires: '2030-03-01T12:00:00Z',
		safari: '',
		pendingVersion: '',
	};
}
