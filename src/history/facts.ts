import { dayNumber } from '@pointrelease/core/src/text/day.ts';
import { factOrder } from '../fleet/history/history-schema.ts';
import { macsPerSegment, Sightings } from '../fleet/history/sightings.ts';
import type { HistoryFile } from './history-file.ts';

/**
 * A value that rows gave for a Mac besides its version, such as its name. Only changes are stored, because a name stays the
 * same for years: a value equal to the one before is left out. When an export is added or taken back between others, the
 * values that later exports had left out are stored if they are now changes. So the order of exports makes no difference.
 */
interface Fact {
	readonly at: number;
	readonly value: string;
}

/** The facts of one field of a Mac, in order, before and after a change. */
interface Changed {
	readonly mac: number;
	readonly field: string;
	readonly old: readonly Fact[];
	readonly now: Fact[];
}

type Moment = (day: number, imported: number) => number;

/** The order of facts: the day of the sighting, then the day of its export, as one number. */
function momentsOf(history: HistoryFile): Moment {
	const importDays = new Map(history.imports().map((record) => [record.id, dayNumber(record.taken)]));
	return (day, imported) => day * 2 ** 20 + (importDays.get(imported) ?? 0);
}

/** Adds the facts of an export, whose import must be stored already. */
export class FactWriter {
	readonly #history: HistoryFile;
	readonly #import: number;
	readonly #momentOf: Moment;
	readonly #facts = new Map<string, Fact[]>();
	readonly #changed = new Map<string, Changed>();

	constructor(history: HistoryFile, imported: number) {
		this.#history = history;
		this.#import = imported;
		this.#momentOf = momentsOf(history);
		eachFact(history, (fact) => {
			const key = `${fact.mac} ${fact.field}`;
			const stored = { at: this.#momentOf(fact.day, fact.import), value: fact.value };
			const facts = this.#facts.get(key);
			if (facts) facts.push(stored);
			else this.#facts.set(key, [stored]);
		});
	}

	add(mac: number, field: string, day: number, value: string): void {
		const key = `${mac} ${field}`;
		const now = this.#facts.get(key) ?? [];
		const at = this.#momentOf(day, this.#import);
		if (valueAt(now, at) === value) return;
		// Before the first fact of a field nothing was left out.
		if (now.length > 0 && !this.#changed.has(key)) this.#changed.set(key, { mac, field, old: [...now], now });
		insert(this.#history, now, { mac, field, day, import: this.#import, value }, at);
		this.#facts.set(key, now);
	}

	/** Call this after the sightings of the export are stored. */
	end(): void {
		writeLeftOut(this.#history, [...this.#changed.values()], this.#momentOf, this.#import);
	}
}

/** Removes the facts of an export, whose sightings must be removed already. */
export function removeFactsOf(history: HistoryFile, imported: number): void {
	const momentOf = momentsOf(history);
	const changed = new Map<string, Changed & { readonly old: Fact[] }>();
	const changedKeys = new Set(
		history
			.rows<{ mac: number; field: string }>('SELECT mac, field FROM facts WHERE import = ?', imported)
			.map(({ mac, field }) => `${mac} ${field}`),
	);
	eachFact(history, ({ mac, field, day, value, ...fact }) => {
		const key = `${mac} ${field}`;
		if (!changedKeys.has(key)) return;
		const lists = changed.get(key) ?? { mac, field, old: [], now: [] };
		changed.set(key, lists);
		const stored = { at: momentOf(day, fact.import), value };
		lists.old.push(stored);
		if (fact.import !== imported) lists.now.push(stored);
	});
	history.run('DELETE FROM facts WHERE import = ?', imported);
	writeLeftOut(history, [...changed.values()], momentOf, imported);
}

/** Stores left-out values of other exports that are now different from the fact before them. */
function writeLeftOut(
	history: HistoryFile,
	changed: readonly Changed[],
	momentOf: Moment,
	except: number,
): void {
	if (changed.length === 0) return;
	const fields = new Map(
		history
			.rows<{ id: number; fields: string }>('SELECT id, fields FROM imports')
			.map(({ id, fields }) => [id, new Set(JSON.parse(fields) as string[])]),
	);
	for (const [segment, group] of Map.groupBy(changed, ({ mac }) => Math.floor(mac / macsPerSegment))) {
		const sightings = sightingsOf(history, segment, new Set(group.map(({ mac }) => mac)), momentOf);
		for (const { mac, field, old, now } of group)
			for (const { at, day, imported } of sightings.get(mac) ?? []) {
				if (imported === except || !fields.get(imported)?.has(field)) continue;
				const value = valueAt(old, at);
				if (value !== undefined && value !== valueAt(now, at))
					insert(history, now, { mac, field, day, import: imported, value }, at);
			}
	}
}

/** The sightings of some Macs of a segment, in the order of facts. */
function sightingsOf(history: HistoryFile, segment: number, macs: ReadonlySet<number>, momentOf: Moment) {
	const ofMacs = new Map<number, { at: number; day: number; imported: number }[]>();
	const sightings = new Sightings();
	history.each<{ import: number; packed: Uint8Array }>(
		'SELECT import, packed FROM sightings WHERE segment = ?',
		(row) => {
			sightings.clear();
			history.loadSegment(segment, row.packed, sightings);
			for (let index = 0; index < sightings.length; index++) {
				const mac = sightings.macs[index]!;
				if (!macs.has(mac)) continue;
				const day = sightings.days[index]!;
				const list = ofMacs.get(mac) ?? [];
				list.push({ at: momentOf(day, row.import), day, imported: row.import });
				ofMacs.set(mac, list);
			}
		},
		segment,
	);
	for (const list of ofMacs.values()) list.sort((a, b) => a.at - b.at);
	return ofMacs;
}

interface StoredFact {
	readonly mac: number;
	readonly field: string;
	readonly day: number;
	readonly import: number;
	readonly value: string;
}

function eachFact(history: HistoryFile, take: (fact: StoredFact) => void): void {
	history.each<StoredFact>(`SELECT mac, field, day, import, value FROM facts ${factOrder}`, take);
}

function valueAt(facts: readonly Fact[], at: number): string | undefined {
	return facts.findLast((fact) => fact.at <= at)?.value;
}

function insert(history: HistoryFile, facts: Fact[], fact: StoredFact, at: number): void {
	history.run(
		'INSERT OR REPLACE INTO facts (mac, field, day, import, value) VALUES (?, ?, ?, ?, ?)',
		fact.mac,
		fact.field,
		fact.day,
		fact.import,
		fact.value,
	);
	facts.splice(facts.findLastIndex((other) => other.at <= at) + 1, 0, { at, value: fact.value });
}
