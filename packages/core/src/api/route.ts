import type { Parameter, ValueSchema } from './parameters.ts';
import type { PathParameters } from './path.ts';
import type { Read } from './reads/read.ts';
import type { ShapeName } from './shapes/shapes.ts';

/** Query parameters by name. */
export type QueryParameters = Readonly<Record<string, Parameter>>;

/** What an example shows: the answer to this path, or a value where only a running service has one. */
export type Example = string | { readonly value: unknown; readonly asText?: string };

/** What the API description says about a path. */
export interface Described<Path extends string = string> {
	readonly operationId: string;
	readonly tag: 'Lookup' | 'Reads' | 'State' | 'Data';
	readonly summary: string;
	readonly description?: string;
	/** The parameters in the path. */
	readonly parameters?: PathParameters<Path, Parameter>;
	/** Parameters in the header. */
	readonly headers?: Readonly<Record<string, Parameter>>;
	/** The shape of the answer as JSON. */
	readonly answer?: ShapeName;
	/** Other forms of the answer by media type, or all of them if it has no shape. */
	readonly forms?: Readonly<Record<string, ValueSchema>>;
	/** What the answer is, in a sentence; by default a record. */
	readonly answerIs?: string;
	readonly examples?: Readonly<Record<string, Example>>;
	/**
	 * What the answer is valid for: the data (default), the data and a day, the state of the service, or nothing beyond this
	 * request. A `feed` has no `Cache-Control` of its own; `public` answers may be public.
	 */
	readonly validFor?: 'data' | 'day' | 'feed' | 'state' | 'public' | 'once';
	/** What the body of a POST is. */
	readonly body?: string;
	/** Statuses beside 200 and those that every such path has, with what each means. */
	readonly statuses?: Readonly<Record<number, OtherStatus>>;
	/** Whether it can answer 404; by default if the path has a parameter. */
	readonly canMiss?: boolean;
}

interface OtherStatus {
	readonly description: string;
	readonly forms?: Readonly<Record<string, ValueSchema | { readonly shape: ShapeName }>>;
	readonly example?: unknown;
}

interface AnyRoute {
	/**
	 * The path; `{name}` stands for one segment that is not empty. Requests are counted by it. If two entries match,
	 * the first one answers: `/export/boards.csv` stands before `/export/{file}`.
	 */
	readonly path: string;
	/** `key` requires a license key; with `path` the path itself is the secret. */
	readonly access: 'key' | 'path' | 'public';
	/** The other form in which the key may come, for programs that cannot send it as the whole header. */
	readonly keyAlsoAs?: 'basic' | 'bearer';
	/** The path is unknown unless a setting turns it on. */
	readonly optional?: true;
	/** The query parameters that it takes: any other is refused. Without this member the query is ignored. */
	readonly query?: QueryParameters;
	/** The method, if it is not GET and HEAD. */
	readonly method?: 'POST';
}

/** One of the five operations. Several share a path in the API description. */
interface OperationRoute extends AnyRoute {
	readonly answeredBy: 'operation';
	readonly describedAs: Described & { readonly path: string };
	readonly answer: ShapeName;
	readonly examples: Readonly<Record<string, Example>>;
}

/** A read must name its query parameters, because a misspelled one that it ignored would look like an answer. */
export interface ReadRoute<Path extends string = string, Name extends ShapeName = ShapeName>
	extends AnyRoute,
		Described<Path> {
	readonly path: Path;
	readonly answeredBy: 'read';
	readonly query: QueryParameters;
	readonly answer?: Name;
	/** A method, so that a route of one path is a route. */
	handler(...request: Parameters<Read<Path, Name>>): ReturnType<Read<Path, Name>>;
}

/** What the kit or the running service answers: their handlers need more than the data. */
interface ServiceRoute extends AnyRoute, Described {
	readonly answeredBy: 'kit' | 'service';
	/** Query parameters that are described, of a path that ignores any other. */
	readonly hints?: QueryParameters;
}

export interface PageRoute extends AnyRoute {
	readonly answeredBy: 'page';
	/** The view of the page at this address. */
	readonly view?: string;
}

export type DescribedRoute = OperationRoute | ReadRoute | ServiceRoute;
export type Route = DescribedRoute | PageRoute;

type ReadEntry<Path extends string, Name extends ShapeName> = Omit<
	ReadRoute<Path, Name>,
	'access' | 'answeredBy' | 'tag'
>;

/** A read of the data behind the key. What its handler answers has the shape. */
export function read<const Path extends string, const Name extends ShapeName>(
	route: ReadEntry<Path, Name> & { readonly answer: Name },
): ReadRoute<Path, Name> {
	return { ...route, access: 'key', answeredBy: 'read', tag: 'Reads' };
}

/** A read that answers with a file, which has no shape. */
export function readOfFile<const Path extends string>(
	route: ReadEntry<Path, never> & Required<Pick<Described, 'forms' | 'answerIs'>>,
): ReadRoute<Path, never> {
	return { ...route, access: 'key', answeredBy: 'read', tag: 'Reads' };
}

/** The values of the route's parameters. */
export function parametersOf(
	route: Pick<Route, 'path'>,
	segments: readonly string[],
): Record<string, string> {
	const parameters: Record<string, string> = {};
	for (const [at, part] of segmentsOf(route.path).entries()) {
		if (isParameter(part)) parameters[part.slice(1, -1)] = segments[at]!;
	}
	return parameters;
}

/** Whether the segments match a template. */
export function fits(template: readonly string[], segments: readonly string[]): boolean {
	return (
		template.length === segments.length &&
		template.every((part, at) => (isParameter(part) ? segments[at] !== '' : segments[at] === part))
	);
}

/** The segments of a path. */
export function segmentsOf(path: string): string[] {
	return path.split('/').slice(1);
}

function isParameter(part: string): boolean {
	return part.startsWith('{');
}
