import { expect, test } from 'bun:test';
import description from '../../api/openapi.json' with { type: 'json' };
import { policyRecord as namedPolicyRecord } from '../../api/policy-record.ts';
import { readCommands } from '../../cli/commands.ts';
import { policyRecord } from '../../fleet/report/report.ts';
import { policyNames } from '../../mcp/schema.ts';
import schema from './policies.schema.json' with { type: 'json' };
import { policyOf, usualTerms } from './policy.ts';
import { numberTerms } from './terms.ts';

const terms = [...Object.keys(numberTerms), 'exclude'];
const commands = await Promise.all(
	['advice', 'fleet'].map(
		async (name) => (await readCommands(name)).find((command) => command.name === name)!,
	),
);
const parametersOf = (path: keyof typeof description.paths) => {
	const { parameters = [] } = (description.paths[path] as { get: { parameters?: object[] } }).get;
	return parameters.map((parameter) => ('name' in parameter ? String(parameter.name) : ''));
};
const options = commands.map(({ name, options: taken = {} }): [string, readonly string[]] => [
	`the command ${name}`,
	Object.keys(taken).map((option) => option.replaceAll('-', '_')),
]);

test('every term of a policy has a name', () => {
	expect(terms).toHaveLength(Object.keys(usualTerms).length);
});

test.each<[place: string, names: readonly string[]]>([
	['the file of policies', Object.keys(schema.$defs.policy.properties)],
	['/policies', Object.keys(namedPolicyRecord('', { description: null, terms: {} }))],
	['the parameters of advice', parametersOf('/advice/{board_version}')],
	['the parameters of advice for many', parametersOf('/advice')],
	['the report on a fleet', Object.keys(policyRecord(policyOf('2026-01-01', {}))!)],
	['the tools of agents', policyNames],
	...options,
])('%s takes or tells every term of a policy', (_, names) => {
	expect(terms.filter((term) => !names.includes(term))).toEqual([]);
});

test('docs/policies.md explains every term of a policy', async () => {
	const document = await Bun.file(new URL('../../../docs/policies.md', import.meta.url)).text();
	expect(terms.filter((term) => !document.includes(`| \`${term}\` |`))).toEqual([]);
});
