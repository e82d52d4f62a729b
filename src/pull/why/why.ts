import type { LateEvidence, Stated } from '@pointrelease/core/src/advice/lateness/evidence.ts';
import { isDay } from '@pointrelease/core/src/text/day.ts';
import { grouped, groupedCount } from '@pointrelease/core/src/text/numbers.ts';
import { Failure } from '../../process/failure.ts';
import type { ApiRequest, Connection, JsonRecord, Service } from '../kind.ts';
import { textAt } from '../record.ts';
import { StatusFailure } from '../session.ts';

/** A late Mac as its service knows it. */
export interface LateRow {
	/** The members that `WhyQuestions.ids` names; absent if the record does not have them. */
	readonly ids: Readonly<Record<string, string>>;
	/** How urgent it is: the most urgent Macs are asked about first. */
	readonly rank: number;
	/** The line of the inventory. */
	readonly line: number;
}

/** One thing that is asked, with the right that it takes. */
export interface WhyPart {
	/** The right in the service's own words. */
	readonly right: string;
	/** False if the connection lacks what it needs. */
	isAsked?(connection: Connection): boolean;
	/** A request that shows whether the right is there. */
	readonly test: (connection: Connection) => ApiRequest;
	ask(asking: Asking): Promise<void>;
}

/** What a service is asked about late Macs, where the connection says so. */
export interface WhyQuestions {
	/** Paths of the members of a record that the questions need, by the name that they have there. */
	readonly ids: Readonly<Record<string, string>>;
	/** The most requests at the same time. */
	readonly atOnce: number;
	readonly parts: readonly WhyPart[];
}

/** Requests about one Mac each are made for so many Macs at most. */
export const mostAsked = 2000;

/** What a part has to ask with, and whom to tell. */
export class Asking {
	readonly service: Service;
	readonly macs: readonly LateRow[];
	readonly today: string;
	readonly #source: string;
	readonly #atOnce: number;
	readonly #told: Map<LateRow, Record<string, unknown>>;

	constructor(
		service: Service,
		{ atOnce }: Pick<WhyQuestions, 'atOnce'>,
		macs: readonly LateRow[],
		told: Map<LateRow, Record<string, unknown>>,
	) {
		this.service = service;
		this.macs = macs;
		this.today = new Date(service.now).toISOString().slice(0, 10);
		this.#source = service.connection.kind.title;
		this.#atOnce = atOnce;
		this.#told = told;
	}

	/** A statement of the service, of a day. */
	stated<Value>(value: Value, day: string | null): Stated<Value> {
		return { value, from: this.#source, day };
	}

	/** Adds what is known of a Mac. Findings add up; any other statement stays as it was told first. */
	tell(mac: LateRow, evidence: LateEvidence): void {
		const told = this.#told.get(mac) ?? {};
		this.#told.set(mac, told);
		for (const [name, statement] of Object.entries(evidence))
			if (name === 'findings') told.findings = [...((told.findings as unknown[]) ?? []), ...statement];
			else told[name] ??= statement;
	}

	/** Asks about each of the most urgent Macs, several at once. A Mac that the service does not know is left out. */
	async each(work: (mac: LateRow) => Promise<void>, macs: readonly LateRow[] = this.macs): Promise<void> {
		const waiting = macs.slice(0, mostAsked).values();
		let hasFailed = false;
		const workers = Array.from({ length: this.#atOnce }, async () => {
			for (const mac of waiting) {
				if (hasFailed) return;
				await work(mac).catch((thrown) => {
					if (thrown instanceof StatusFailure && [400, 404].includes(thrown.status)) return;
					// The others end after the request that they wait for.
					hasFailed = true;
					throw thrown;
				});
			}
		});
		await Promise.all(workers);
	}
}

/** What was told, by the line of the inventory, and what could not be asked. */
export interface Why {
	readonly told: ReadonlyMap<number, LateEvidence>;
	readonly notes: readonly string[];
}

/** Asks why Macs are late. Never fails: a part that does is told, and the inventory is whole without it. */
export async function askWhy(
	service: Service,
	questions: WhyQuestions,
	late: readonly LateRow[],
): Promise<Why> {
	const { connection } = service;
	const macs = late.toSorted((a, b) => b.rank - a.rank || a.line - b.line);
	const told = new Map<LateRow, Record<string, unknown>>();
	const notes: string[] = [];
	const parts = questions.parts.filter((part) => part.isAsked?.(connection) ?? true);
	if (macs.length > 0)
		for (const part of parts)
			try {
				await part.ask(new Asking(service, questions, macs, told));
			} catch (thrown) {
				if (!(thrown instanceof Failure) || thrown.code === 'stopped') throw thrown;
				const count = groupedCount(macs.length, 'Mac');
				const note = `why is not known for ${count}: ${whyNot(thrown, part)}`;
				if (!notes.includes(note)) notes.push(note);
			}
	if (macs.length > mostAsked)
		notes.push(
			`why was asked for the ${grouped(mostAsked)} most urgent of ${groupedCount(macs.length, 'late Mac')}`,
		);
	return { told: new Map([...told].map(([{ line }, evidence]) => [line, evidence])), notes };
}

function whyNot(thrown: Failure, { right }: WhyPart): string {
	const isRefused = thrown instanceof StatusFailure && [401, 403].includes(thrown.status);
	return isRefused ? `the right *${right}* is missing` : thrown.message;
}

/** The members of a record that questions about a Mac need. */
export function idsOf(record: JsonRecord, { ids }: WhyQuestions): Readonly<Record<string, string>> {
	const present = Object.entries(ids).flatMap(([name, path]) => {
		const text = textAt(record, path);
		// A hostile service must not choose the path of a request.
		return text !== null && /^[\w-]{1,100}$/.test(text) ? [[name, text]] : [];
	});
	return Object.fromEntries(present);
}

/** The rights that the questions take. */
export function rightsOf({ parts }: WhyQuestions): readonly string[] {
	return [...new Set(parts.map(({ right }) => right))];
}

/** The rights that are missing for the questions. */
export async function missingRights(service: Service, { parts }: WhyQuestions): Promise<readonly string[]> {
	const { connection } = service;
	const missing: string[] = [];
	for (const part of parts) {
		if (!(part.isAsked?.(connection) ?? true) || missing.includes(part.right)) continue;
		try {
			await service.ask(part.test(connection), () => true);
		} catch (thrown) {
			if (!(thrown instanceof StatusFailure)) throw thrown;
			if ([401, 403].includes(thrown.status)) missing.push(part.right);
		}
	}
	return missing;
}

/** So many Macs are named in one filter: an address must not get too long. */
const macsPerFilter = 100;

/** Macs in groups that fit into the filter of a request. */
export function filterGroups(macs: readonly LateRow[]): readonly (readonly LateRow[])[] {
	const groups: LateRow[][] = [];
	for (let at = 0; at < macs.length; at += macsPerFilter) groups.push(macs.slice(at, at + macsPerFilter));
	return groups;
}

/** The day in a moment, in UTC; null for anything else, and for a day that no Mac can report. */
export function dayOfMoment(value: unknown): string | null {
	if (typeof value !== 'number' && !isWrittenDay(value)) return null;
	const at = typeof value === 'number' ? value : Date.parse(value);
	const day = Math.abs(at) <= farthest ? new Date(at).toISOString().slice(0, 10) : '';
	return isDay(day) ? day : null;
}

/** Milliseconds from 1970 to the last moment that a date can have: any other number throws. */
const farthest = 8.64e15;

/** The day of a date without a zone, which is that of the Mac; null for anything else. */
export function localDay(value: unknown): string | null {
	const day = isWrittenDay(value) ? value.slice(0, 10) : '';
	return isDay(day) ? day : null;
}

/** `Date.parse` alone would take a bare number for a month. */
function isWrittenDay(value: unknown): value is string {
	return typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value);
}

/** How often an update failed; null for a number that counts nothing. */
export function failureCount(text: string | null): number | null {
	const count = Number(text ?? Number.NaN);
	return Number.isSafeInteger(count) && count >= 0 ? count : null;
}
