import {
	builtInPolicies,
	type NamedPolicies,
	readNamedPolicies,
} from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { Failure, fileTrouble } from '../process/failure.ts';
import { readRegularFile } from '../process/regular-file.ts';

/** Larger than any policies file that a person reviews. */
const mostBytes = 1024 * 1024;

/** The policies of the POLICIES file; the built-in ones without a file. A file with a mistake is refused. */
export function loadPolicies(file: string | null): NamedPolicies {
	if (file === null) return builtInPolicies;
	const policies = readNamedPolicies(textOf(file));
	if ('mistake' in policies) {
		throw new Failure('bad-policies', `the policies file ${file} is invalid: ${policies.mistake}`);
	}
	return policies;
}

function textOf(file: string): string {
	let text: string;
	try {
		text = readRegularFile(file).toString();
	} catch (thrown) {
		throw new Failure('bad-policies', `the policies file ${file} cannot be read (${fileTrouble(thrown)})`);
	}
	if (text.length > mostBytes) {
		throw new Failure('bad-policies', `the policies file ${file} is too long: expected at most 1 MB`);
	}
	return text;
}
