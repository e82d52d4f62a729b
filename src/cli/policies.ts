import { policyRecord } from '@pointrelease/core/src/api/reads/policies.ts';
import { loadPolicies } from '../settings/policies-file.ts';
import { type Call, command } from './command.ts';

export const policiesCommand = command({
	name: 'policies',
	summary: 'validate the policies file and print its policies',
	words: '[FILE]',
	arity: [0, 1],
	options: { schema: { type: 'boolean', help: 'print the JSON Schema of the file instead' } },
	details: `
FILE defaults to the setting POLICIES; without either, the built-in policies are printed. Each policy is printed with all
its terms, including defaults. The exit status is 1 if there is a mistake, with one line for each mistake.`,
	async run(call) {
		if (!call.options.schema) return call.print(await policiesText(call));
		const { policiesSchema } = await import('../settings/policies-definition.ts');
		call.print(JSON.stringify(policiesSchema(), null, 2));
	},
});

async function policiesText({ words, settings, json }: Call): Promise<string> {
	const named = await loadPolicies(words[0] ?? settings.policiesFile);
	const policies = [...named].map(([name, policy]) => policyRecord(name, policy));
	if (json) return JSON.stringify(policies, null, 2);
	return policies.map(lines).join('\n\n') || 'No policies: the file has none.';
}

function lines({ name, description, settings, ...terms }: ReturnType<typeof policyRecord>): string {
	const facts = Object.entries(terms).map(([term, value]) => `  ${term.padEnd(20)}  ${shown(value)}`);
	const ofMacs = Object.entries(settings).map(([setting, value]) => `  settings.${setting}  ${value}`);
	return [description ? `${name}: ${description}` : name, ...facts, ...ofMacs].join('\n');
}

function shown(value: number | readonly string[] | null): string {
	if (value === null) return 'none';
	return Array.isArray(value) ? value.join(', ') || 'none' : String(value);
}
