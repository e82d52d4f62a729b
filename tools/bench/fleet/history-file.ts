import { writeFileSync } from 'node:fs';
import { dayNumber, dayOfNumber } from '@pointrelease/core/src/text/day.ts';
import { Sightings } from '../../../src/fleet/history/sightings.ts';
import { openHistory } from '../../../src/history/open-history.ts';

export const macs = 100_000;
export const days = 365;
export const lastDay = '2026-11-10';

const models = ['MacBookPro17,1', 'Mac14,2', 'Mac15,3', 'Mac16,1', 'MacBookAir10,1', 'Macmini9,1'];
/** Releases and their days, oldest first. Every Mac begins with the first. */
export const releases = [
	['26.1', '2025-11-03'],
	['26.2', '2025-12-12'],
	['26.3', '2026-02-11'],
	['26.4', '2026-03-24'],
	['26.4.1', '2026-04-09'],
	['26.5', '2026-05-11'],
	['26.5.2', '2026-06-29'],
	['26.6', '2026-07-27'],
	['26.6.1', '2026-08-06'],
	['26.6.2', '2026-08-17'],
	['26.7', '2026-09-14'],
	['26.7.1', '2026-09-28'],
	['26.7.2', '2026-10-26'],
] as const;
const numbers = releases.map(([, day]) => dayNumber(day));

/** The days that a Mac takes to install a release: up to 45, and different for each. */
const delayOf = (mac: number, release: number) =>
	(Math.imul(mac * 31 + release * 7919, 0x9e3779b1) >>> 0) % 45;

function releaseOn(mac: number, day: number): number {
	for (let at = releases.length - 1; at > 0; at--) if (numbers[at]! + delayOf(mac, at) <= day) return at;
	return 0;
}

/** Most Macs are in contact every day, some are away for up to five. */
const contactOn = (mac: number, day: number) =>
	day - Math.max(0, ((Math.imul(mac * 17 + day, 0x85ebca6b) >>> 0) % 40) - 34);

/** Writes the history of a year of daily exports of 100,000 Macs, without the last day. */
export function makeHistory(path: string): void {
	const history = openHistory(path, true);
	const last = dayNumber(lastDay);
	history.change(() => {
		history.set('serials', 'plain');
		for (const [model, at] of models.flatMap((model) => releases.map((_, at) => [model, at] as const))) {
			const cells = {
				board: '',
				model,
				model_name: '',
				version: releases[at]![0],
				os: '',
				build: '',
				supplement: '',
				platform: '',
			};
			history.run(
				'INSERT INTO states (id, cells) VALUES (?, ?)',
				stateOf(models.indexOf(model), at),
				JSON.stringify(cells),
			);
		}
		for (let mac = 1; mac <= macs; mac++) {
			history.run('INSERT INTO macs (id, serial) VALUES (?, ?)', mac, serialOf(mac));
			history.run(
				'INSERT INTO facts (mac, field, day, import, value) VALUES (?, ?, ?, ?, ?)',
				mac,
				'name',
				1,
				1,
				`mac-${mac}`,
			);
		}
	});
	for (let day = last - days + 1; day < last; day++) {
		const sightings = new Sightings();
		for (let mac = 1; mac <= macs; mac++) {
			const contact = contactOn(mac, day);
			sightings.add(mac, stateOf(mac % models.length, releaseOn(mac, contact)), contact);
		}
		history.change(() => {
			const id = history.run(
				'INSERT INTO imports (digest, name, added, taken, macs, first_day, last_day) VALUES (?, ?, ?, ?, ?, ?, ?)',
				String(day),
				`${dayOfNumber(day)}.csv`,
				lastDay,
				dayOfNumber(day),
				macs,
				day - 5,
				day,
			);
			history.store(id, sightings);
		});
	}
	history.close();
}

/** Writes the export of the last day, or of some days before it. */
export function writeExport(path: string, count = macs, daysBefore = 0): void {
	const last = dayNumber(lastDay) - daysBefore;
	const rows = Array.from({ length: count }, (_, index) => {
		const mac = index + 1;
		const contact = contactOn(mac, last);
		const [version] = releases[releaseOn(mac, contact)]!;
		return `mac-${mac},${serialOf(mac)},"${models[mac % models.length]}",${version},${dayOfNumber(contact)}`;
	});
	writeFileSync(
		path,
		`Computer Name,Serial Number,Model Identifier,Operating System Version,Last Check-in\n${rows.join('\n')}\n`,
	);
}

/** All sightings of the year for the peer: Mac, rank of its release, day. */
export function* sightingsForPeer(): Generator<[number, number, number]> {
	const last = dayNumber(lastDay);
	for (let day = last - days + 1; day <= last; day++)
		for (let mac = 1; mac <= macs; mac++) {
			const contact = contactOn(mac, day);
			yield [mac, releaseOn(mac, contact), contact];
		}
}

const stateOf = (model: number, release: number) => model * releases.length + release;
const serialOf = (mac: number) => `C02${String(mac).padStart(9, '0')}`;
