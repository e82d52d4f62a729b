import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { reasonOf } from '../../process/failure.ts';
import { readConnections } from '../../pull/connections-file.ts';
import { type Check, type Finding, ok, problem } from '../../server/todo/finding.ts';
import { loadPolicies } from '../../settings/policies-file.ts';

/** Whether the file in POLICIES can be read. */
export const checkPolicies: Check = ({ policiesFile }) =>
	checkFile('policies', policiesFile, 'the service does not start with this file', async (path) =>
		counted((await loadPolicies(path)).size, 'policy', 'policies'),
	);

/** Whether the file in CONNECTIONS can be read, and the secrets that it names. Signs in nowhere. */
export const checkConnections: Check = ({ connectionsFile }, env) =>
	checkFile('connections', connectionsFile, 'no inventory can be pulled with this file', async (path) =>
		counted((await readConnections(path, env)).size, 'connection'),
	);

async function checkFile(
	name: string,
	path: string | null,
	consequence: string,
	read: (path: string) => Promise<string>,
): Promise<Finding[]> {
	if (path === null) return [];
	try {
		return [ok(name, `${await read(path)} in ${path}`)];
	} catch (thrown) {
		return [problem(name, reasonOf(thrown), `correct it, because ${consequence}`)];
	}
}
