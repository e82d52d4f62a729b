import { pageRoutes, type ViewName } from '@pointrelease/core/src/api/page-routes.ts';
import { fits, type PageRoute, parametersOf, segmentsOf } from '@pointrelease/core/src/api/route.ts';

/** The view at an address, with its path parameters as sent (still percent-encoded). */
interface ViewAt {
	readonly name: ViewName;
	readonly parameters: Readonly<Record<string, string>>;
}

/** Whether a path belongs to the page. Every other path needs a key. */
export function isPageAddress(path: string): boolean {
	return routeOf(segmentsOf(path)) !== undefined;
}

/** The view at a path, or null if the page has no such path. */
export function viewAt(path: string): ViewAt | null {
	const segments = segmentsOf(path);
	const route = routeOf(segments);
	if (route?.view === undefined) return null;
	return { name: route.view as ViewName, parameters: parametersOf(route, segments) };
}

function routeOf(segments: readonly string[]): PageRoute | undefined {
	return (pageRoutes as readonly PageRoute[]).find(({ path }) => fits(segmentsOf(path), segments));
}
