import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { makeDescription } from '../tools/build/description/make-description.ts';
import { shipped } from './shipped-data.ts';

type Json = Record<string, unknown>;

/** The API description, with examples from the tables that tests use. */
export const description = JSON.parse(JSON.stringify(makeDescription(shipped))) as {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: {
		readonly responses: Readonly<Record<string, Described>>;
		readonly schemas: Readonly<Record<string, Json>>;
	};
};

interface Operation {
	readonly summary: string;
	readonly operationId: string;
	readonly parameters?: readonly { readonly name?: string; readonly in?: string; readonly $ref?: string }[];
	readonly responses: Readonly<Record<string, Described>>;
}

interface Described {
	readonly content?: Readonly<
		Record<
			string,
			{
				readonly schema: Json;
				readonly example?: unknown;
				readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
			}
		>
	>;
}

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(description as unknown as Json, 'openapi.json');
const compiled = new Map<string, ValidateFunction>();

/** Every path template of the description. */
const templates: string[] = Object.keys(description.paths);

/** The template of a path, by its literal segments; null if the description has none. */
export function templateOf(path: string): string | null {
	const asked = path.split('?')[0]!.split('/');
	const fits = (template: string) => {
		const parts = template.split('/');
		return (
			parts.length === asked.length &&
			parts.every((part, index) => part.startsWith('{') || part === asked[index])
		);
	};
	return templates.find(fits) ?? null;
}

/** The first difference between a response and the description, or null. */
export function responseFault(
	template: string,
	status: number,
	headers: Headers,
	body: string,
): string | null {
	const pointer = `/paths/${pointerPart(template)}/get/responses/${status}`;
	const declared = at(pointer);
	if (!declared) return `${template} declares no ${status}`;
	const { node, pointer: place } = follow(declared, pointer);
	for (const name of Object.keys((node.headers ?? {}) as Json)) {
		const fault = headerFault(`${place}/headers/${name}`, name, headers.get(name));
		if (fault) return fault;
	}
	const content = node.content as Json | undefined;
	if (!content) return body === '' ? null : `${template} ${status} declares no body`;
	const type = (headers.get('content-type') ?? '').split(';')[0]!;
	if (!content[type]) return `${template} ${status} declares no ${type}`;
	const value = type.endsWith('json') ? JSON.parse(body) : body;
	return faultAt(`${place}/content/${pointerPart(type)}/schema`, value);
}

/** The body of an answer to a GET; throws if the answer does not fit the description. */
export async function describedText(path: string, response: Response): Promise<string> {
	const body = await response.text();
	const template = templateOf(path);
	const fault = template ? responseFault(template, response.status, response.headers, body) : 'no such path';
	if (fault) throw new Error(`${path} does not fit the description: ${fault}`);
	return body;
}

function headerFault(pointer: string, name: string, value: string | null): string | null {
	const { node, pointer: place } = follow(at(pointer)!, pointer);
	if (value === null) return node.required ? `the header ${name} is missing` : null;
	return faultAt(`${place}/schema`, value);
}

/** What is wrong with a value by the schema at a place of the description, or null. */
export function schemaFault(place: readonly string[], value: unknown): string | null {
	return faultAt(`/${place.map(pointerPart).join('/')}`, value);
}

function faultAt(pointer: string, value: unknown): string | null {
	let validate = compiled.get(pointer);
	if (!validate) {
		validate = ajv.compile({
			$ref: `openapi.json#${encodeURI(pointer).replaceAll('{', '%7B').replaceAll('}', '%7D')}`,
		});
		compiled.set(pointer, validate);
	}
	return validate(value) ? null : ajv.errorsText(validate.errors);
}

function follow(node: Json, pointer: string): { node: Json; pointer: string } {
	const reference = node.$ref as string | undefined;
	return reference ? follow(at(reference.slice(1))!, reference.slice(1)) : { node, pointer };
}

function at(pointer: string): Json | undefined {
	let node: unknown = description;
	for (const part of pointer.split('/').slice(1))
		node = (node as Json)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')];
	return node as Json | undefined;
}

function pointerPart(part: string): string {
	return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
