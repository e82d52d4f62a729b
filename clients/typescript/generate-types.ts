import { ts } from '@ts-morph/common';
import { plugin } from 'bun';

/**
 * Types from the API description: `bun clients/typescript/generate-types.ts` writes src/schema.ts.
 * The generator writes through the compiler's JavaScript interface, which TypeScript 7 no longer has, so it
 * is given the one that @ts-morph/common carries.
 */
plugin({
	name: 'compiler with a JavaScript interface',
	setup: (build) =>
		void build.module('typescript', () => ({ loader: 'object', exports: { ...ts, default: ts } })),
});

const description = new URL('../../src/api/openapi.json', import.meta.url);
export const schemaFile = new URL('src/schema.ts', import.meta.url);

export async function generateTypes(): Promise<string> {
	const { default: openapiTypes, astToString } = await import('openapi-typescript');
	const nodes = await openapiTypes(await Bun.file(description).json(), { alphabetize: false });
	return `// Generated from src/api/openapi.json by generate-types.ts. Do not edit.\n\n${astToString(nodes)}`;
}

if (import.meta.main) await Bun.write(schemaFile, await generateTypes());
