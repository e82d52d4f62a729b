import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readCommands } from '../../../../../src/cli/commands.ts';
import { policyRecord } from '../../../../../src/fleet/report/report.ts';
import { policyNames } from '../../../../../src/mcp/policy-input.ts';
import { policiesSchema } from '../../../../../src/settings/policies-definition.ts';
import { shipped } from '../../../../../test/shipped-data.ts';
import { policyRecord as namedPolicyRecord } from '../../api/reads/policies.ts';
import type { Route } from '../../api/route.ts';
import { routes } from '../../api/routes.ts';
import { enforce, isEnforceable } from '../../integrations/enforce/enforce.ts';
import { formatNames } from '../../integrations/enforce/formats.ts';
import { dayNumber } from '../../text/day.ts';
import { assess } from '../standing/assess.ts';
import {
	deadlineFrom,
	numberTerms,
	type PolicyTerms,
	policyOf,
	shortestGrace,
	usualTerms,
} from './policy.ts';

const terms = [...Object.keys(numberTerms), 'exclude'];
const commands = await Promise.all(
	['advice', 'fleet'].map(
		async (name) => (await readCommands(name)).find((command) => command.name === name)!,
	),
);
const parametersOf = (path: string) => {
	const route = (routes as readonly Route[]).find((route) => route.path === path);
	return Object.keys(route?.query ?? {});
};
const options = commands.map(({ name, options: commandOptions = {} }): [string, readonly string[]] => [
	`the command ${name}`,
	Object.keys(commandOptions).map((option) => option.replaceAll('-', '_')),
]);

test('every term of a policy has a name', () => {
	expect(terms).toHaveLength(Object.keys(usualTerms).length);
});

const { policies } = (
	policiesSchema() as { properties: { policies: Record<string, { properties: object }> } }
).properties;
const policyMembers = Object.keys(policies.additionalProperties!.properties);

test.each<[place: string, names: readonly string[]]>([
	['the policies file', policyMembers],
	['/policies', Object.keys(namedPolicyRecord('', { description: null, terms: {} }))],
	['the parameters of advice', parametersOf('/advice/{board_version}')],
	['the parameters of advice for many', parametersOf('/advice')],
	['the report on a fleet', Object.keys(policyRecord(policyOf('2026-01-01', {}))!)],
	['the tools of agents', policyNames],
	...options,
])('every term of a policy is in: %s', (_, names) => {
	expect(terms.filter((term) => !names.includes(term))).toEqual([]);
});

test('docs/policies.md explains every term of a policy', async () => {
	const document = await Bun.file(new URL('../../../../../docs/policies.md', import.meta.url)).text();
	expect(terms.filter((term) => !document.includes(`| \`${term}\` |`))).toEqual([]);
});

const someDays = fc.option(fc.integer({ min: 0, max: 90 }));

test('exploited vulnerabilities never get more time than others, nor more than the policy allows for them', () => {
	fc.assert(
		fc.property(
			someDays,
			someDays,
			fc.integer({ min: -40, max: 40 }),
			(graceDays, exploitedGraceDays, later) => {
				const policy = policyOf('2026-11-16', { graceDays, exploitedGraceDays });
				const since = dayNumber('2026-08-03');
				expect(deadlineFrom(policy, since, null)).toBe(graceDays === null ? null : since + graceDays);
				// Exploitation that becomes known later counts from that day, so that nobody is late without notice.
				const ends = [
					graceDays === null ? null : since + graceDays,
					exploitedGraceDays === null ? null : since + Math.max(0, later) + exploitedGraceDays,
				].filter((day) => day !== null);
				expect(deadlineFrom(policy, since, since + later)).toBe(ends.length === 0 ? null : Math.min(...ends));
				const graces = [graceDays, exploitedGraceDays].filter((days) => days !== null);
				expect(shortestGrace(policy)).toBe(graces.length === 0 ? null : Math.min(...graces));
			},
		),
	);
});

test('advice and enforcement files have the deadline of that function', () => {
	const board = shipped.boards.get('J293AP')!;
	for (const terms of [
		{ graceDays: 40, exploitedGraceDays: null },
		{ graceDays: null, exploitedGraceDays: 5 },
		{ graceDays: 40, exploitedGraceDays: 5 },
		{ graceDays: null, exploitedGraceDays: null },
	] satisfies Partial<PolicyTerms>[]) {
		const policy = policyOf('2026-11-16', terms);
		const advice = assess(shipped, board, { version: '26.0', build: null }, policy)!;
		const { targetSince, deadline, closesExploited } = advice;
		expect(closesExploited).toBe(true);
		// All exploitation of CVEs that 26.0 lacks was known before 27.2 came out.
		const due = deadlineFrom(policy, dayNumber(targetSince!), 0);
		expect(deadline && dayNumber(deadline)).toBe(due);
		for (const format of formatNames)
			expect([format, isEnforceable(policy, format)]).toEqual([
				format,
				format === 'fleet' || shortestGrace(policy) !== null,
			]);
		if (!deadline) continue;
		const files = enforce(shipped, policy, 'nudge', { enforceOverdue: true }).files;
		expect(files.map(({ body }) => body).join('\n')).toContain(`${deadline}T12:00:00Z`);
	}
});
