/** A value in a row. */
type SqliteValue = number | string | Uint8Array | null;

const header = 'SQLite format 3\0';
const decoder = new TextDecoder();

export function isSqlite(start: Uint8Array): boolean {
	return decoder.decode(start.subarray(0, header.length)) === header;
}

/**
 * Reads the tables of an SQLite file in memory, so that the web page can show the history file of the command line. It only
 * reads rows in order, which takes 150 lines; SQLite compiled for browsers takes a megabyte. The format is documented and
 * frozen (https://www.sqlite.org/fileformat2.html; the numbers of its sections are below). Throws a RangeError on a damaged
 * file.
 */
export class SqliteReader {
	readonly #bytes: Uint8Array;
	readonly #view: DataView;
	readonly #pageSize: number;
	/** The size of a page without its reserved bytes. */
	readonly #usable: number;
	readonly #roots = new Map<string, number>();

	constructor(bytes: Uint8Array) {
		if (!isSqlite(bytes)) throw new RangeError('not an SQLite file');
		this.#bytes = bytes;
		this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
		// 1.3: the number 1 stands for 65536.
		const size = this.#view.getUint16(16);
		this.#pageSize = size === 1 ? 65536 : size;
		if (this.#pageSize < 512 || (this.#pageSize & (this.#pageSize - 1)) !== 0) throw damaged();
		this.#usable = this.#pageSize - bytes[20]!;
		for (const { values } of this.#rowsAt(1, this.#budget())) {
			const [type, name, , root] = values;
			if (type === 'table') this.#roots.set(String(name), Number(root));
		}
	}

	/** A number in the header that the application sets. */
	pragma(name: 'application_id' | 'user_version'): number {
		return this.#view.getInt32(name === 'application_id' ? 68 : 60);
	}

	/** The rows of a table. In an INTEGER PRIMARY KEY column the value is null: it is the row number, `id`. */
	rows(table: string): Iterable<{ readonly id: number; readonly values: SqliteValue[] }> {
		const root = this.#roots.get(table);
		if (root === undefined) throw new RangeError(`no table ${table}`);
		return this.#rowsAt(root, this.#budget());
	}

	/** A table uses no page and no byte of the file twice. A small file that repeats them must not fill the memory. */
	#budget(): Budget {
		return { pages: new Set(), bytes: this.#bytes.length };
	}

	/** 1.6: table trees have rows only in their leaves; index trees (tables WITHOUT ROWID) have rows in all pages. */
	*#rowsAt(page: number, budget: Budget): Generator<{ id: number; values: SqliteValue[] }> {
		if (budget.pages.has(page)) throw damaged();
		budget.pages.add(page);
		const start = (page - 1) * this.#pageSize;
		const head = start + (page === 1 ? 100 : 0);
		const type = this.#bytes[head];
		const isLeaf = type === 13 || type === 10;
		const isTable = type === 13 || type === 5;
		if (!isLeaf && type !== 5 && type !== 2) throw damaged();
		const cells = this.#view.getUint16(head + 3);
		const pointers = head + (isLeaf ? 8 : 12);
		for (let cell = 0; cell < cells; cell++) {
			let at = start + this.#view.getUint16(pointers + cell * 2);
			if (!isLeaf) {
				yield* this.#rowsAt(this.#view.getUint32(at), budget);
				at += 4;
				if (isTable) continue;
			}
			const length = this.#varint(at);
			at = length.next;
			budget.bytes -= length.value;
			if (budget.bytes < 0) throw damaged();
			const id = isTable ? this.#varint(at) : { value: 0, next: at };
			const payload = this.#payload(id.next, length.value, isTable);
			yield { id: id.value, values: recordOf(payload) };
		}
		if (!isLeaf) yield* this.#rowsAt(this.#view.getUint32(head + 8), budget);
	}

	/** 1.6: a payload that does not fit into its page continues on a chain of overflow pages. */
	#payload(at: number, length: number, isTable: boolean): Uint8Array {
		const most = isTable ? this.#usable - 35 : Math.floor(((this.#usable - 12) * 64) / 255) - 23;
		if (length <= most) return this.#bytes.subarray(at, at + length);
		const least = Math.floor(((this.#usable - 12) * 32) / 255) - 23;
		const fitting = least + ((length - least) % (this.#usable - 4));
		const local = fitting <= most ? fitting : least;
		const whole = new Uint8Array(length);
		whole.set(this.#bytes.subarray(at, at + local));
		let done = local;
		for (let page = this.#view.getUint32(at + local); page !== 0 && done < length; ) {
			const start = (page - 1) * this.#pageSize;
			const part = this.#bytes.subarray(start + 4, start + Math.min(this.#usable, 4 + length - done));
			whole.set(part, done);
			done += part.length;
			page = this.#view.getUint32(start);
		}
		if (done < length) throw damaged();
		return whole;
	}

	#varint(at: number): { value: number; next: number } {
		return varint(this.#bytes, at);
	}
}

interface Budget {
	/** The pages that were read. */
	readonly pages: Set<number>;
	/** The bytes of rows that may still be read. */
	bytes: number;
}

function damaged(): RangeError {
	return new RangeError('the file is damaged');
}

/** 1.6: seven bits in each byte, the highest first; eight in the ninth byte. */
function varint(bytes: Uint8Array, start: number): { value: number; next: number } {
	let value = 0;
	for (let at = start; ; at++) {
		const byte = bytes[at];
		if (byte === undefined) throw damaged();
		if (at === start + 8) return { value: value * 256 + byte, next: at + 1 };
		value = value * 128 + (byte & 127);
		if (byte < 128) return { value, next: at + 1 };
	}
}

/** 2.1: the types of the columns, then their values. */
function recordOf(payload: Uint8Array): SqliteValue[] {
	const values: SqliteValue[] = [];
	const length = varint(payload, 0);
	let at = length.next;
	let body = length.value;
	while (at < length.value) {
		const kind = varint(payload, at);
		at = kind.next;
		const [value, size] = readValue(payload, body, kind.value);
		values.push(value);
		body += size;
	}
	return values;
}

const integerSizes = [0, 1, 2, 3, 4, 6, 8];

function readValue(payload: Uint8Array, at: number, kind: number): [SqliteValue, number] {
	if (kind === 0) return [null, 0];
	if (kind === 8 || kind === 9) return [kind - 8, 0];
	if (kind <= 6) {
		const size = integerSizes[kind]!;
		let value = payload[at]! >= 128 ? -1 : 0;
		for (let byte = 0; byte < size; byte++) value = value * 256 + payload[at + byte]!;
		return [value, size];
	}
	if (kind === 7) return [new DataView(payload.buffer, payload.byteOffset + at, 8).getFloat64(0), 8];
	const size = Math.floor((kind - 12) / 2);
	const bytes = payload.subarray(at, at + size);
	return [kind % 2 === 0 ? bytes : decoder.decode(bytes), size];
}
