/** What the runner of all tests starts once, for every test file. A file that runs by itself starts its own. */
export interface SharedServers {
	postgres?: SharedPostgres;
	/** Where Playwright connects to the Chromium that runs. */
	chromium?: string;
}

export interface SharedPostgres extends PreparedPostgres {
	/** The address of the server, without a database: each test makes its own. */
	address: string;
}

/** What takes time before a server can start. */
export interface PreparedPostgres {
	/** The folder of the programs, which everybody can enter. */
	programs: string;
	/** The files of a server that has never run, to be copied by a test that stops its server. */
	emptyFiles: string;
}

const variable = 'POINTRELEASE_TEST_SERVERS';

export function sharedServers(): SharedServers {
	return JSON.parse(process.env[variable] ?? '{}');
}

export function environmentOf(servers: SharedServers): Record<string, string> {
	return { [variable]: JSON.stringify(servers) };
}
