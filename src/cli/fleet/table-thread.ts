import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Mac, RowSink } from '../../fleet/fleet.ts';
import type { Row } from '../../fleet/inventory/row.ts';
import type { KnownResult } from '../../fleet/judging/memo.ts';
import { longestCellBytes, ownSlots, sharedCells } from '../../fleet/report/result-table.ts';
import { type Failure, reasonOf } from '../../process/failure.ts';
import { isExecutable } from '../../process/shipped.ts';
import { unwritable, writing } from './outputs.ts';
import type { TableOutput } from './table-file.ts';

/** What the thread is started with. */
export interface TableTask {
	/** Of this process, and open. */
	readonly file: number;
	readonly columns: readonly string[];
}

/** Rows on their way to the thread. */
export interface Batch {
	/** What the inventory is called. */
	readonly name: string;
	readonly rows: number;
	/** For each row its number, its kind, the day it was seen, and how many bytes each of its cells has. */
	readonly numbers: Int32Array<ArrayBuffer>;
	/** Names, serial numbers and what is carried through, one after the other. */
	readonly cells: Uint8Array<ArrayBuffer>;
	/** The cells that all Macs of a kind share, of kinds that no batch had before. */
	readonly kinds: readonly Uint8Array[];
	/** Kinds of earlier batches are not meant any more, and numbers begin at 0 again. */
	readonly forgets: boolean;
}

/** The room of a batch, to be filled again. */
export type BatchRoom = Pick<Batch, 'numbers' | 'cells'>;

export type ThreadReply =
	| { readonly kind: 'begun' }
	| { readonly kind: 'ended' }
	| { readonly kind: 'written'; readonly room: BatchRoom }
	/** `trouble` says why in a few words. */
	| { readonly kind: 'failed'; readonly trouble: string };

/** In the executable there is one program, which knows that it is a thread. */
const threadProgram = isExecutable ? Bun.main : fileURLToPath(new URL('../main.ts', import.meta.url));
/** So many batches may wait: memory stays flat, and the thread has always one to work at. */
const mostWaiting = 3;
/** So many bytes are collected for a thread that has not begun. */
const mostCollected = 8 * 1024 * 1024;
/** The thread remembers so many kinds: enough for any fleet, and a bound for hostile files. */
const mostKinds = 1 << 13;
/** What a row has beside its cells. */
const rowNumbers = 3;

/**
 * A table that another thread puts together and writes, while this one reads and judges. Only rows that pass through go
 * this way.
 */
export class TableThread implements TableOutput {
	readonly #path: string;
	readonly #file: number;
	readonly #slots: Int32Array;
	readonly #thread: Worker;
	#hasBegun = false;
	#hasEnded = false;
	#failure: Failure | null = null;
	/** Batches that are not written yet. */
	#waiting = 0;
	#onReply: () => void = () => {};

	#name = '';
	#rows = 0;
	#numbers = new Int32Array(32 * 1024);
	#numbersLength = 0;
	#cells = new Uint8Array(256 * 1024);
	#cellsLength = 0;
	#spare: BatchRoom[] = [];
	/** Kinds are counted from 1 on. The thread knows those after `#forgotten`. */
	#kinds: Uint8Array[] = [];
	#lastKind = 0;
	#forgotten = 0;
	#forgets = false;

	/** `columns` are those that are carried through. */
	constructor(path: string, columns: readonly string[]) {
		this.#path = path;
		this.#file = writing(path, () => openSync(path, 'w'));
		this.#slots = ownSlots(columns.length);
		const task: TableTask = { file: this.#file, columns };
		this.#thread = new Worker(threadProgram, { workerData: task });
		// A command that fails elsewhere does not wait for its table.
		this.#thread.unref();
		this.#thread.on('message', (reply: ThreadReply) => this.#take(reply));
		this.#thread.on('error', (thrown) => this.#take({ kind: 'failed', trouble: reasonOf(thrown) }));
		// It is ended from here, so that its last word never comes after its end.
		this.#thread.on('exit', () => {
			if (!this.#hasEnded) this.#take({ kind: 'failed', trouble: 'its thread ended' });
		});
	}

	readonly addRow: RowSink = (file, row, known, seen) => {
		this.#name = file;
		this.#add(row, this.#numberOf(known), seen);
	};

	addMac(_: Mac): void {
		throw new Error('kept Macs are written where they are kept');
	}

	async drained(): Promise<void> {
		// While it begins, rows are collected: this thread has enough to do.
		if (!this.#hasBegun && this.#failure === null && this.#cellsLength < mostCollected) return;
		await this.#until(() => this.#hasBegun && this.#waiting < mostWaiting);
		this.#send();
	}

	async end(): Promise<void> {
		await this.#until(() => this.#hasBegun);
		this.#send();
		this.#thread.postMessage(null);
		await this.#until(() => this.#hasEnded);
		await this.#thread.terminate();
		writing(this.#path, () => closeSync(this.#file));
	}

	#add({ bytes, starts, ends, number }: Row, kind: number, seen: number): void {
		const slots = this.#slots;
		this.#reserve(slots.length);
		const [numbers, cells] = [this.#numbers, this.#cells];
		let at = this.#numbersLength;
		let to = this.#cellsLength;
		numbers[at++] = number;
		numbers[at++] = kind;
		numbers[at++] = seen;
		for (let index = 0; index < slots.length; index++) {
			const slot = slots[index]!;
			const start = starts[slot]!;
			// A table shows the beginning of longer ones.
			const length = Math.min(ends[slot]! - start, longestCellBytes);
			numbers[at++] = length;
			for (let place = 0; place < length; place++) cells[to + place] = bytes[start + place]!;
			to += length;
		}
		this.#numbersLength = at;
		this.#cellsLength = to;
		this.#rows++;
	}

	#numberOf(known: KnownResult): number {
		const place = known.place ?? 0;
		return place > this.#forgotten ? place - this.#forgotten - 1 : this.#addKind(known);
	}

	#addKind(known: KnownResult): number {
		if (this.#lastKind - this.#forgotten === mostKinds) {
			this.#send();
			this.#forgotten = this.#lastKind;
			this.#forgets = true;
		}
		this.#kinds.push(sharedCells(known));
		known.place = ++this.#lastKind;
		return known.place - this.#forgotten - 1;
	}

	/** Makes room for a row. */
	#reserve(cells: number): void {
		if (this.#numbersLength + rowNumbers + cells > this.#numbers.length) {
			const larger = new Int32Array(2 * this.#numbers.length + rowNumbers + cells);
			larger.set(this.#numbers);
			this.#numbers = larger;
		}
		if (this.#cellsLength + cells * longestCellBytes > this.#cells.length) {
			const larger = new Uint8Array(2 * this.#cells.length + cells * longestCellBytes);
			larger.set(this.#cells);
			this.#cells = larger;
		}
	}

	#send(): void {
		if (this.#rows === 0) return;
		const { buffer: numbers } = this.#numbers;
		const { buffer: cells } = this.#cells;
		const batch: Batch = {
			name: this.#name,
			rows: this.#rows,
			numbers: this.#numbers,
			cells: this.#cells,
			kinds: this.#kinds,
			forgets: this.#forgets,
		};
		this.#thread.postMessage(batch, [numbers, cells]);
		this.#waiting++;
		const room = this.#spare.pop();
		this.#numbers = room?.numbers ?? new Int32Array(32 * 1024);
		this.#cells = room?.cells ?? new Uint8Array(256 * 1024);
		this.#numbersLength = 0;
		this.#cellsLength = 0;
		this.#rows = 0;
		this.#kinds = [];
		this.#forgets = false;
	}

	#take(reply: ThreadReply): void {
		if (reply.kind === 'begun') this.#hasBegun = true;
		else if (reply.kind === 'ended') this.#hasEnded = true;
		else if (reply.kind === 'failed') this.#failure ??= unwritable(this.#path, reply.trouble);
		else {
			this.#waiting--;
			this.#spare.push(reply.room);
		}
		this.#onReply();
	}

	async #until(holds: () => boolean): Promise<void> {
		while (this.#failure === null && !holds()) {
			this.#thread.ref();
			await new Promise<void>((done) => {
				this.#onReply = done;
			});
			this.#thread.unref();
		}
		if (this.#failure) throw this.#failure;
	}
}
