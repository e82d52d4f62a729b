import { Failure } from '../process/failure.ts';
import type { Connection } from './kind.ts';
import type { Environment } from './secret.ts';

/**
 * All connections of the file, by name. One mistake refuses the whole file. Its definition is loaded only here: the schema
 * library takes 30 ms.
 */
export async function readConnections(
	path: string,
	env: Environment,
): Promise<ReadonlyMap<string, Connection>> {
	return (await import('./connections-definition.ts')).connectionsIn(path, env);
}

/** Whether a word names a connection: `@jamf`. A file with that name is written `./@jamf`. */
export function isConnection(word: string): boolean {
	return word.startsWith('@');
}

export function connectionNamed(connections: ReadonlyMap<string, Connection>, word: string): Connection {
	const connection = connections.get(word.slice(1));
	if (connection) return connection;
	const names = [...connections.keys()].map((name) => `@${name}`);
	throw new Failure(
		'no-such-connection',
		`there is no connection ${word}: expected ${names.join(', ') || 'one in the file, which has none'}; a file of that name is ./${word}`,
	);
}
