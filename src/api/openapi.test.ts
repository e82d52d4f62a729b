import { expect, test } from 'bun:test';
import { problems } from '@pointrelease/core/src/api/problem.ts';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { leftToUsualRun } from '../../test/size.ts';

const source = await Bun.file(new URL('./openapi.json', import.meta.url)).text();

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
	const problems = await lintFromString({ source, config });
	expect(
		problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`),
	).toEqual([]);
});

test('the description lists every problem code the service can answer with', () => {
	const described = JSON.parse(source).components.schemas.Problem.properties.code.enum;
	expect(described.toSorted()).toEqual(Object.keys(problems).toSorted());
});
