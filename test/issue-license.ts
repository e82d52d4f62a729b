import { expect } from 'bun:test';
import { runHere } from './cli/run-here.ts';

export interface Issued {
	id: string;
	email: string;
	key: string;
	encoded: string;
}

/** Issues a license with the command, as an operator does. */
export async function issue(env: Record<string, string>, ...args: string[]): Promise<Issued> {
	const { code, stdout, stderr } = await runHere(['license', 'issue', '--json', ...args], env);
	expect([code, stderr]).toEqual([0, '']);
	return JSON.parse(stdout);
}
