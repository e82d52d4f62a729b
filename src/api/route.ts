export interface Route {
	/**
	 * The path; `{name}` stands for one segment that is not empty. It is the name that requests are counted by.
	 * Where two entries fit, the first one answers: `/export/boards.csv` stands before `/export/{file}`.
	 */
	readonly path: string;
	/** Whether a license key is asked for, or the path itself opens it. */
	readonly access: 'key' | 'path' | 'public';
	/** The five operations, a read of the data alone, what the running service knows, or the page. */
	readonly answeredBy: 'operation' | 'read' | 'service' | 'page';
	/** What the API description calls it, where several routes have the same shape there. */
	readonly describedAs?: string;
	/** It is there only where the operator has turned it on; elsewhere the path names nothing. */
	readonly optional?: true;
	/** What it takes in place of GET and HEAD. */
	readonly method?: 'POST';
	/** Which view the page shows at this address. */
	readonly view?: string;
}

/** What stands in the segments where the route has its parameters. */
export function parametersOf(route: Route, segments: readonly string[]): Record<string, string> {
	const parameters: Record<string, string> = {};
	for (const [at, part] of segmentsOf(route.path).entries()) {
		if (isParameter(part)) parameters[part.slice(1, -1)] = segments[at]!;
	}
	return parameters;
}

/** Whether the segments of a path are those of a template. */
export function fits(template: readonly string[], segments: readonly string[]): boolean {
	return (
		template.length === segments.length &&
		template.every((part, at) => (isParameter(part) ? segments[at] !== '' : segments[at] === part))
	);
}

/** The path without its first slash, in parts. */
export function segmentsOf(path: string): string[] {
	return path.split('/').slice(1);
}

function isParameter(part: string): boolean {
	return part.startsWith('{');
}
