export interface Route {
	/**
	 * The path; `{name}` stands for one segment that is not empty. Requests are counted by it. If two entries match,
	 * the first one answers: `/export/boards.csv` stands before `/export/{file}`.
	 */
	readonly path: string;
	/** `key` requires a license key; with `path` the path itself is the secret. */
	readonly access: 'key' | 'path' | 'public';
	/** Who answers: the five operations, a read of the data, the running service, or the page. */
	readonly answeredBy: 'operation' | 'read' | 'service' | 'page';
	/** The path in the API description, if several routes share one there. */
	readonly describedAs?: string;
	/** The path is unknown unless a setting turns it on. */
	readonly optional?: true;
	/** The method, if it is not GET and HEAD. */
	readonly method?: 'POST';
	/** The view of the page at this address. */
	readonly view?: string;
}

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
