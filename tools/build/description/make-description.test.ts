import { expect, test } from 'bun:test';
import { problems } from '@pointrelease/core/src/api/problem.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { description, schemaFault } from '../../../test/openapi.ts';
import { leftToUsualRun } from '../../../test/size.ts';

test.skipIf(leftToUsualRun)('the API description passes the recommended rules of the linter', async () => {
	const config = await createConfig({
		extends: ['recommended'],
		rules: {
			// The description cannot name a server: each operator has another address, and serves the description there.
			'no-server-example.com': 'off',
			// The product is proprietary: there is no public license text to point to.
			'info-license-strict': 'off',
		},
	});
	const problems = await lintFromString({ source: JSON.stringify(description), config });
	expect(
		problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
	).toEqual([]);
});

test('the description lists every problem code the service can answer with', () => {
	const { properties } = description.components.schemas.Problem as {
		properties: { code: { enum: string[] } };
	};
	expect(properties.code.enum).toEqual(Object.keys(problems));
});

test('every example of an answer has the shape that the description gives it', () => {
	const faults: string[] = [];
	let count = 0;
	for (const [path, methods] of Object.entries(description.paths))
		for (const [method, { responses }] of Object.entries(methods))
			for (const [status, { content = {} }] of Object.entries(responses))
				for (const [type, { example, examples = {} }] of Object.entries(content)) {
					const values = [
						...(example === undefined ? [] : [example]),
						...Object.values(examples).map(({ value }) => value),
					];
					for (const value of values) {
						count++;
						const pointer = ['paths', path, method, 'responses', status, 'content', type, 'schema'];
						const fault = schemaFault(pointer, value);
						if (fault) faults.push(`${path} ${status} ${type}: ${fault}`);
					}
				}
	expect(faults).toEqual([]);
	expect(count).toBeGreaterThan(35);
});
