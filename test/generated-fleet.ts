import type { Board, Catalog, Release } from '@pointrelease/core/src/catalog/catalog.ts';
import { compareVersions } from '@pointrelease/core/src/catalog/version.ts';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { randomFrom } from './seeded-random.ts';

/** A Mac with the versions that it really ran, each from a day on. Days are numbers. */
export interface TrueMac {
	/** Sometimes the serial number of another Mac of another model. */
	readonly serial: string;
	/** Its names, each from a day on, in order. */
	readonly names: readonly { readonly day: number; readonly name: string }[];
	readonly board: Board;
	readonly model: string;
	/** In order; the first is the day of its purchase. */
	readonly changes: readonly { readonly day: number; readonly release: Release }[];
	/** The days with a contact. */
	readonly contacts: readonly number[];
}

export interface TrueFleet {
	readonly macs: readonly TrueMac[];
	readonly first: number;
	readonly last: number;
}

const models = [
	['J293AP', 'MacBookPro17,1'],
	['J413AP', 'Mac14,2'],
	['Mac-E1008331FDC96864', 'MacBookPro16,1'],
] as const;

/**
 * A fleet over some months. Macs update after few or many days or never, are offline, are wiped and start with an
 * older version, or move to a newer major version. Some are renamed, also back to an earlier name, and some report
 * the serial number of another Mac.
 */
export function generateFleet(catalog: Catalog, seed: number, count: number): TrueFleet {
	const random = randomFrom(seed);
	const first = dayNumber('2026-01-05') + Math.floor(random() * 60);
	const last = first + 60 + Math.floor(random() * 200);
	const macs: TrueMac[] = [];
	for (let index = 0; index < count; index++) {
		const [id, model] = models[Math.floor(random() * models.length)]!;
		const board = catalog.boards.get(id)!;
		const before = macs.at(-1);
		const isCopy = before && before.model !== model && macs.at(-2)?.serial !== before.serial;
		const ownSerial = `C0${String(seed).padStart(3, '0')}${String(index).padStart(7, '0')}`;
		const serial = isCopy && random() < 0.15 ? before.serial : ownSerial;
		const changes = lifeOf(board, random, first, last);
		const every = 1 + Math.floor(random() * 20);
		const contacts: number[] = [];
		for (
			let day = changes[0]!.day;
			day <= last;
			day += Math.ceil(random() * every * (random() < 0.05 ? 6 : 1))
		)
			contacts.push(day);
		macs.push({ serial, names: namesOf(index, random, first, last), board, model, changes, contacts });
	}
	return { macs, first, last };
}

function namesOf(index: number, random: () => number, first: number, last: number) {
	const names = [{ day: first, name: `Mac ${index}` }];
	if (random() < 0.3)
		for (const name of random() < 0.4 ? [`Other ${index}`, `Mac ${index}`] : [`Other ${index}`])
			names.push({ day: names.at(-1)!.day + Math.ceil((random() * (last - first)) / 2), name });
	return names;
}

function lifeOf(board: Board, random: () => number, first: number, last: number) {
	const major = ['14', '15', '26'][Math.floor(random() * 3)]!;
	const releases = board.support.get(major)!.releases;
	const out = releases.filter(({ released }) => dayNumber(released) <= first);
	let current = out[out.length - 1 - Math.floor(random() * Math.min(3, out.length))]!;
	const begin = first + Math.floor(random() * 30);
	const changes = [{ day: begin, release: current }];
	const patience = random() * 40;
	const upgrades = random() < 0.4;
	for (let day = begin + 1; day <= last; day++) {
		const releasesThen = [...board.support.values()]
			.filter(({ major: { name } }) => name === current.major || upgrades)
			.flatMap(({ releases }) => releases)
			.filter(({ released, withdrawn }) => !withdrawn && dayNumber(released) <= day);
		const newest = releasesThen.filter(({ parsed }) => compareVersions(parsed, current.parsed) > 0).at(-1);
		if (random() < 0.002 && out.length > 1) {
			current = out[Math.max(0, out.length - 3)]!;
			changes.push({ day, release: current });
		} else if (
			newest &&
			random() < 1 / (1 + patience) &&
			dayNumber(newest.released) + patience * random() <= day
		) {
			current = newest;
			changes.push({ day, release: current });
		}
	}
	return changes;
}

/** The version at the end of a day. */
export function runsOn({ changes }: TrueMac, day: number): Release {
	return changes.findLast((change) => change.day <= day)!.release;
}

/** The name on a day. */
export function nameOn({ names }: TrueMac, day: number): string {
	return names.findLast((name) => name.day <= day)!.name;
}

/** Whether another Mac has the same serial number. */
export function isShared({ macs }: TrueFleet, mac: TrueMac): boolean {
	return macs.some((other) => other !== mac && other.serial === mac.serial);
}

/** An export of a day: every Mac that had a contact by then, with the values of its last contact. */
export function exportOf({ macs }: TrueFleet, day: number, zone: string): string {
	const rows = macs.flatMap((mac) => {
		const seen = mac.contacts.findLast((contact) => contact <= day);
		if (seen === undefined) return [];
		return [
			`${nameOn(mac, seen)},${mac.serial},"${mac.model}",${runsOn(mac, seen).version},${momentIn(seen, zone)}`,
		];
	});
	return `Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n${rows.join('\n')}\n`;
}

/** Noon of the day in UTC, written in another time zone. */
function momentIn(day: number, zone: string): string {
	if (zone === 'Z') return `${dayOfNumber(day)}T12:00:00Z`;
	const hours = 12 + Number(zone.slice(0, 3));
	const local = hours >= 24 ? [day + 1, hours - 24] : hours < 0 ? [day - 1, hours + 24] : [day, hours];
	return `${dayOfNumber(local[0]!)}T${String(local[1]).padStart(2, '0')}:00:00${zone}`;
}
