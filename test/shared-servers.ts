/** The servers that the runner starts once for all test files. A test file without the runner starts its own. */
export interface SharedServers {
	postgres?: SharedPostgres;
	/** The address of the running Chromium for Playwright. */
	chromium?: string;
}

export interface SharedPostgres extends PreparedPostgres {
	/** The address of the server, without a database: each test makes its own. */
	address: string;
}

/** Prepared once, because it takes time. */
export interface PreparedPostgres {
	/** The folder of the programs, which every user can enter. */
	programs: string;
	/** The files of a new server; a test that stops its server copies them. */
	emptyFiles: string;
}

const variable = 'POINTRELEASE_TEST_SERVERS';

export function sharedServers(): SharedServers {
	return JSON.parse(process.env[variable] ?? '{}');
}

export function environmentOf(servers: SharedServers): Record<string, string> {
	return { [variable]: JSON.stringify(servers) };
}
