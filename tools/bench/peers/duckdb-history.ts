import { DuckDBInstance } from '@duckdb/node-api';

/**
 * The peer of a question to a history: the share of Macs that had each release within 14 days, as lower and upper
 * bound, from Parquet.
 */
const [sightings, releases] = process.argv.slice(2);
const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
const text = (path: string | undefined) => `'${path!.replaceAll("'", "''")}'`;
const result = await connection.runAndReadAll(`
	WITH per_mac AS (
		SELECT r.place, r.day, s.mac,
			min(s.day) FILTER (s.release >= r.place) AS first_with,
			max(s.day) FILTER (s.release < r.place) AS last_without
		FROM read_parquet(${text(sightings)}) s CROSS JOIN read_parquet(${text(releases)}) r
		GROUP BY r.place, r.day, s.mac
	)
	SELECT place, count(*) AS macs,
		count(*) FILTER (first_with <= day + 14) AS at_least,
		count(*) FILTER (last_without IS NULL OR last_without <= day + 14 OR first_with <= day + 14) AS at_most
	FROM per_mac GROUP BY place ORDER BY place`);
process.stdout.write(`${JSON.stringify(result.getRowsJson())}\n`);
