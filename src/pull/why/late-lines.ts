import type { Connection, JsonRecord } from '../kind.ts';
import type { PulledMac } from '../record.ts';
import { Session, type SessionOptions } from '../session.ts';
import { whyQuestions } from './questions.ts';
import { askWhy, idsOf, type LateRow } from './why.ts';

interface LateOptions extends SessionOptions {
	readonly lateRank?: (mac: PulledMac) => number | null;
}

type Lines = readonly Uint8Array<ArrayBuffer>[];

/** The late Macs of a pull, and the lines of its inventory with what their service told about them. */
export class LateLines {
	readonly #connection: Connection;
	readonly #options: LateOptions;
	#late: LateRow[] = [];

	constructor(connection: Connection, options: LateOptions) {
		this.#connection = connection;
		this.#options = options;
	}

	get #questions() {
		const isAsked = this.#connection.why && this.#options.lateRank !== undefined;
		return isAsked ? whyQuestions.get(this.#connection.kind.name) : undefined;
	}

	clear(): void {
		this.#late = [];
	}

	add(record: JsonRecord, mac: PulledMac, line: number): void {
		const questions = this.#questions;
		const rank = questions ? this.#options.lateRank!(mac) : null;
		if (rank !== null) this.#late.push({ ids: idsOf(record, questions!), rank, line });
	}

	/** Asks why they are late: a function that adds the answers to the lines, and what could not be asked. */
	async ask(): Promise<{ readonly notes: readonly string[]; into(lines: Lines): Lines }> {
		const questions = this.#questions;
		if (!questions) return { notes: [], into: (lines) => lines };
		const session = new Session(this.#connection, this.#options);
		const { told, notes } = await askWhy(session, questions, this.#late);
		return { notes, into: (lines) => (told.size === 0 ? lines : withMembers(lines, told)) };
	}
}

/** Adds the member to the lines of these numbers, and to the first, so that a reader of the first lines knows the column. */
function withMembers(lines: Lines, told: ReadonlyMap<number, object>): Lines {
	const [decoder, encoder] = [new TextDecoder(), new TextEncoder()];
	let number = 0;
	return lines.map((piece) => {
		const texts = decoder.decode(piece).split('\n').slice(0, -1);
		const first = number;
		number += texts.length;
		const changed = texts.map((text, at) => {
			const evidence = told.get(first + at);
			if (!evidence && first + at > 0) return text;
			const member = evidence ? JSON.stringify(JSON.stringify(evidence)) : 'null';
			return `${text.slice(0, -1)},"why_told":${member}}`;
		});
		return encoder.encode(`${changed.join('\n')}\n`);
	});
}
