import { type Columns, readTable, type TableShape } from '@pointrelease/core/src/catalog/tables/table.ts';
import { shapes, type TableTexts } from '@pointrelease/core/src/catalog/tables/tables.ts';

/** The tables with rows added, each in its place in the order of its table. */
export function addRows(
	texts: TableTexts,
	added: Iterable<readonly [file: string, row: string]>,
): TableTexts {
	const all = new Map(texts);
	for (const [file, rows] of Map.groupBy(added, ([file]) => file)) {
		const shape = Object.values<TableShape<never>>(shapes as never).find((shape) => shape.file === file);
		if (!shape) throw new Error(`there is no table ${file}`);
		all.set(
			file,
			inOrder(
				shape,
				all.get(file)!,
				rows.map(([, row]) => row),
			),
		);
	}
	return all;
}

function inOrder<C extends Columns>(shape: TableShape<C>, text: string, rows: readonly string[]): string {
	const [head, ...lines] = text.trimEnd().split('\n');
	const read = (line: string) => {
		const { rows, partial } = readTable(shape, `${head}\n${line}\n`, []);
		if (partial) throw new Error(`not a row of ${shape.file}: ${line}`);
		return rows[0]!;
	};
	for (const row of rows) {
		const place = lines.findLastIndex((line) => shape.order(read(line), read(row)) <= 0);
		lines.splice(place + 1, 0, row);
	}
	return `${[head, ...lines].join('\n')}\n`;
}
