import { DuckDBInstance } from '@duckdb/node-api';

/** The peer of the fleet report: the same file, joined with the exported tables and written as CSV. */
const [inventory, boards, support, result] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const text = (path: string | undefined) => `'${path!.replaceAll("'", "''")}'`;
await connection.run(`
	COPY (
		SELECT i."Computer Name", i."Serial Number", i."Last Check-in", i."Board ID", b.name, b.model_identifiers,
			i."OS Version", s.released, s.next_version, s.next_released, s.latest_version, s.latest_released,
			b.latest_major, b.latest_version AS target
		FROM read_csv(${text(inventory)}, all_varchar = true) i
		LEFT JOIN read_csv(${text(support)}, all_varchar = true) s ON s.board_id = i."Board ID" AND s.version = i."OS Version"
		LEFT JOIN read_csv(${text(boards)}, all_varchar = true) b ON b.board_id = i."Board ID"
	) TO ${text(result)} (HEADER, DELIMITER ',')`);
