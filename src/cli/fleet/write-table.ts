import { parentPort, workerData } from 'node:worker_threads';
import { Row } from '../../fleet/inventory/row.ts';
import { noCells } from '../../fleet/judging/machine-cells.ts';
import type { KnownResult } from '../../fleet/judging/memo.ts';
import { ownSlots, ResultTable } from '../../fleet/report/result-table.ts';
import { fileTrouble } from '../../process/failure.ts';
import { writeAll } from './table-file.ts';
import type { Batch, TableTask, ThreadReply } from './table-thread.ts';

/** The thread that a table is put together and written by. */
const { file, columns }: TableTask = workerData;
const table = new ResultTable((piece) => writeAll(file, piece), columns);
const row = new Row(columns.length);
const slots = ownSlots(columns.length);
let kinds: KnownResult[] = [];

const reply = (message: ThreadReply, transfer: ArrayBuffer[] = []) =>
	parentPort!.postMessage(message, transfer);

function take(batch: Batch): void {
	const { name, rows, numbers, cells } = batch;
	if (batch.forgets) kinds = [];
	for (const csv of batch.kinds) kinds.push({ cells: noCells, answer: null, count: 0, csv });
	row.bytes = cells;
	let at = 0;
	let from = 0;
	for (let index = 0; index < rows; index++) {
		row.number = numbers[at++]!;
		const kind = numbers[at++]!;
		const seen = numbers[at++]!;
		for (let place = 0; place < slots.length; place++) {
			row.starts[slots[place]!] = from;
			from += numbers[at++]!;
			row.ends[slots[place]!] = from;
		}
		table.addRow(name, row, kinds[kind]!, seen);
	}
	reply({ kind: 'written', room: { numbers, cells } }, [numbers.buffer, cells.buffer]);
}

parentPort!.on('message', (batch: Batch | null) => {
	try {
		if (batch) take(batch);
		else {
			table.end();
			reply({ kind: 'ended' });
		}
	} catch (thrown) {
		reply({ kind: 'failed', trouble: fileTrouble(thrown) });
	}
});
reply({ kind: 'begun' });
