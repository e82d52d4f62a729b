import { builtInPolicies, type NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';

/**
 * The policies of the POLICIES file; the built-in ones without a file. A file with a mistake is refused. Its definition is
 * loaded only for a file: the schema library takes 30 ms.
 */
export async function loadPolicies(file: string | null): Promise<NamedPolicies> {
	if (file === null) return builtInPolicies;
	return (await import('./policies-definition.ts')).readPolicies(file);
}
