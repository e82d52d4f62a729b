/** Query parameters by name, and how often each may be given: `many` is a list. */
export type QueryParameters = Readonly<Record<string, 'once' | 'many'>>;

interface AnyRoute {
	/**
	 * The path; `{name}` stands for one segment that is not empty. Requests are counted by it. If two entries match,
	 * the first one answers: `/export/boards.csv` stands before `/export/{file}`.
	 */
	readonly path: string;
	/** `key` requires a license key; with `path` the path itself is the secret. */
	readonly access: 'key' | 'path' | 'public';
	/** The path in the API description, if several routes share one there. */
	readonly describedAs?: string;
	/** The path is unknown unless a setting turns it on. */
	readonly optional?: true;
	/** The query parameters that it takes: any other is refused. Without this member the query is ignored. */
	readonly query?: QueryParameters;
	/** The method, if it is not GET and HEAD. */
	readonly method?: 'POST';
	/** The view of the page at this address. */
	readonly view?: string;
}

/** A read must name its query parameters, because a misspelled one that it ignored would look like an answer. */
interface ReadRoute extends AnyRoute {
	/** A read of the data alone, or of the kit. */
	readonly answeredBy: 'read' | 'kit';
	readonly query: QueryParameters;
}

/** Who answers: the five operations, a read of the data, the running service, or the page. */
interface OtherRoute extends AnyRoute {
	readonly answeredBy: 'operation' | 'service' | 'page';
}

export type Route = ReadRoute | OtherRoute;

/** The values of the route's parameters. */
export function parametersOf(route: Route, segments: readonly string[]): Record<string, string> {
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
