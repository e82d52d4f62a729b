/** The parts of the API description that the page shows. */
export interface Description {
	readonly info: { readonly title: string; readonly version: string; readonly description?: string };
	readonly tags?: readonly { readonly name: string; readonly description?: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
	readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Operation {
	readonly operationId: string;
	readonly summary: string;
	readonly description?: string;
	readonly tags?: readonly string[];
	readonly security?: readonly unknown[];
	readonly parameters?: readonly (Parameter | Reference)[];
	readonly requestBody?: unknown;
	readonly responses: Readonly<Record<string, ResponseOf | Reference>>;
}

export interface Parameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header';
	readonly required?: boolean;
	readonly description?: string;
	readonly schema?: Schema;
	readonly example?: unknown;
	readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface ResponseOf {
	readonly description: string;
	readonly content?: Readonly<Record<string, Content>>;
}

interface Content {
	readonly schema?: Schema;
	readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Reference {
	readonly $ref: string;
}

interface Schema {
	readonly $ref?: string;
	readonly type?: string | readonly string[];
	readonly enum?: readonly unknown[];
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly oneOf?: readonly Schema[];
}

/** An operation with its path and method. */
export interface ListedOperation {
	readonly path: string;
	readonly method: string;
	readonly operation: Operation;
}

/** Resolves a reference within the description. */
export function resolve<T>(description: Description, part: T | Reference): T {
	const reference = (part as Reference).$ref;
	if (reference === undefined) return part as T;
	const [, , group = '', name = ''] = reference.split('/');
	return description.components[group]![name] as T;
}

/** The operations by tag, in the order of the description. */
export function operationsByTag({ paths, tags }: Description): [tag: string, ListedOperation[]][] {
	const all = Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
	);
	const byTag = Map.groupBy(all, ({ operation }) => operation.tags?.[0] ?? 'Other');
	const order = tags?.map(({ name }) => name) ?? [];
	return [...byTag].toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b));
}

/** A member of an answer: its path (`cves.exploited`), type and meaning. */
interface Member {
	readonly name: string;
	readonly type: string;
	readonly description: string;
}

/** How many levels of nested members are shown. */
const deepest = 2;

export function membersOf(description: Description, of: Schema, before = '', depth = 0): Member[] {
	const schema = resolve<Schema>(description, of as Schema | Reference);
	if (schema.items && !schema.properties)
		return membersOf(description, schema.items, before === '' ? '' : before, depth);
	return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
		const member = resolve<Schema>(description, part as Schema | Reference);
		const whole = before === '' ? name : `${before}.${name}`;
		const inner = depth < deepest ? membersOf(description, member, whole, depth + 1) : [];
		return [{ name: whole, type: typeOf(member), description: member.description ?? '' }, ...inner];
	});
}

export function typeOf({ type, enum: values, oneOf }: Schema): string {
	if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
	if (oneOf) return 'one of several';
	return [type ?? 'any'].flat().join(' | ');
}
