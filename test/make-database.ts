let databases = 0;

/** Makes a new empty database on a PostgreSQL server and returns its address. */
export async function makeDatabase(server: string): Promise<string> {
	const name = `test_${process.pid}_${++databases}`;
	const sql = new Bun.SQL(`${server}/postgres`, { max: 1 });
	try {
		await sql.unsafe(`CREATE DATABASE ${name}`);
	} finally {
		await sql.close();
	}
	return `${server}/${name}`;
}
