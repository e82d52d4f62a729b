import { type BuildNumber, isTestBuild, parseBuild } from '@pointrelease/core/src/catalog/build-number.ts';
import { day } from '@pointrelease/core/src/catalog/tables/readers.ts';
import { parseVersion } from '@pointrelease/core/src/catalog/version.ts';
import { Failure } from '../../process/failure.ts';

/**
 * A value in a feed's document, with its path for error messages. Documents are walked, not checked with a schema
 * (valibot): feeds write one value where others write a list, and a reader takes three members of a hundred, so that a
 * schema would be longer than the walk.
 */
export class Value {
	readonly path: string;
	readonly #raw: unknown;

	constructor(path: string, raw: unknown) {
		this.path = path;
		this.#raw = raw;
	}

	/** A field that must be there. */
	field(name: string): Value {
		return this.maybe(name) ?? this.#refuse(name, 'is missing');
	}

	/** A field that may be absent or null. */
	maybe(name: string): Value | null {
		const raw = this.#object()[name];
		return raw === undefined || raw === null ? null : new Value(`${this.path}.${name}`, raw);
	}

	/** Whether it is an object in which this field is not empty. */
	has(name: string): boolean {
		const raw = (this.#raw as Record<string, unknown> | null)?.[name];
		return raw !== undefined && raw !== null && raw !== '' && !(Array.isArray(raw) && raw.length === 0);
	}

	list(): Value[] {
		if (!Array.isArray(this.#raw)) throw this.#expected('a list');
		return this.#raw.map((raw, index) => new Value(`${this.path}[${index}]`, raw));
	}

	text(): string {
		if (typeof this.#raw !== 'string') throw this.#expected('text');
		return this.#raw;
	}

	texts(): string[] {
		return this.list().map((value) => value.text());
	}

	/** The names of an object's fields, in order. */
	names(): string[] {
		return Object.keys(this.#object());
	}

	/** A text, or a list of them: some feeds write one value without the brackets. */
	oneOrMore(): string[] {
		return Array.isArray(this.#raw) ? this.texts() : [this.text()];
	}

	flag(): boolean {
		if (typeof this.#raw !== 'boolean') throw this.#expected('true or false');
		return this.#raw;
	}

	/** Whether it is `true`; any other type is allowed, too. */
	isTrue(): boolean {
		return this.#raw === true;
	}

	/** A number of bytes; null for anything else. */
	size(): number | null {
		return Number.isSafeInteger(this.#raw) && (this.#raw as number) > 0 ? (this.#raw as number) : null;
	}

	/** A day, or the day of a moment. */
	day(): string {
		const text = this.text();
		const [, date = ''] = /^(\d{4}-\d\d-\d\d)(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
		if (day.read(date) === undefined)
			throw this.#expected('a day, written YYYY-MM-DD', JSON.stringify(shortened(text)));
		return date;
	}

	/** Every whole day among one or more texts. Months, years and empty texts are skipped. */
	days(): string[] {
		const values = Array.isArray(this.#raw) ? this.list() : [this];
		return values.filter((value) => /^\d{4}-\d\d-\d\d/.test(value.text())).map((value) => value.day());
	}

	#object(): Record<string, unknown> {
		if (typeof this.#raw !== 'object' || this.#raw === null || Array.isArray(this.#raw))
			throw this.#expected('an object');
		return this.#raw as Record<string, unknown>;
	}

	#expected(expected: string, actual = kindOf(this.#raw)): Failure {
		return new Failure('bad-feed', `${this.path}: expected ${expected}, found ${actual}`);
	}

	#refuse(name: string, problem: string): never {
		throw new Failure('bad-feed', `${this.path}.${name} ${problem}`);
	}
}

/** Reads bytes as a JSON document. */
export function parseDocument(bytes: Uint8Array): Value {
	let text: string;
	try {
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new Failure('bad-feed', '$: not UTF-8 text');
	}
	try {
		return new Value('$', JSON.parse(text));
	} catch {
		const start = shortened(text.trimStart());
		throw new Failure('bad-feed', `$: not JSON; it begins with ${JSON.stringify(start)}`);
	}
}

/**
 * Reads each entry of a list. An invalid entry is left out and reported as a flaw. If all are invalid, the document is not
 * the expected one, and is refused with the first flaw.
 */
export function readEach<T>(
	entries: readonly Value[],
	read: (entry: Value) => T,
): { values: T[]; flaws: string[] } {
	const { values, flaws } = readAny(() => entries, read);
	if (values.length === 0 && flaws[0] !== undefined) throw new Failure('bad-feed', flaws[0]);
	return { values, flaws };
}

/** The same for an optional list: its flaws are reported, and never refuse the document. */
export function readAny<T>(
	entries: () => readonly Value[],
	read: (entry: Value) => T,
): { values: T[]; flaws: string[] } {
	const values: T[] = [];
	const flaws: string[] = [];
	const attempt = (work: () => void) => {
		try {
			work();
		} catch (thrown) {
			if (!(thrown instanceof Failure)) throw thrown;
			flaws.push(thrown.message);
		}
	};
	attempt(() => {
		for (const entry of entries()) attempt(() => values.push(read(entry)));
	});
	return { values, flaws };
}

/** For each member, whether at least one entry has it. */
export function membersOf(entries: readonly Value[], names: readonly string[]): Record<string, boolean> {
	return Object.fromEntries(names.map((name) => [name, entries.some((entry) => entry.has(name))]));
}

export function shortened(text: string): string {
	return text.length > 24 ? `${text.slice(0, 24)}...` : text;
}

function kindOf(raw: unknown): string {
	if (raw === null) return 'null';
	return Array.isArray(raw) ? 'a list' : typeof raw === 'string' ? 'text' : `${typeof raw}`;
}

/**
 * The release that a version text of a feed names. Null for rapid responses and background security improvements (`26.3.1 (a)`), betas and
 * candidates (`27.0 beta 3`), and numbers that no release can have.
 */
export function releaseNamed(text: string): string | null {
	const version = parseVersion(text.trim());
	if (!version || version.era === 'classic' || version.components.length > 3) return null;
	return isMajorAlone(text) ? `${version.canonical}.0` : version.canonical;
}

/** Whether a version text has one number, such as `28`. */
export function isMajorAlone(text: string): boolean {
	return parseVersion(text.trim())?.components.length === 1;
}

/** A build for everybody; null for a build for testers, which the vendor's list sometimes has, too. */
export function finalBuild(text: string): BuildNumber | null {
	const build = parseBuild(text);
	return build && isTestBuild(build) ? null : build;
}
