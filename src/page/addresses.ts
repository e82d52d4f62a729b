import { pageRoutes, type ViewName } from '../api/page-routes.ts';
import { fits, parametersOf, type Route, segmentsOf } from '../api/route.ts';

/** What the page shows at an address, and of what: the parameters stand there as they were sent. */
interface ViewAt {
	readonly name: ViewName;
	readonly parameters: Readonly<Record<string, string>>;
}

/** Whether the page answers at a path: only where the table of routes says so, everything else asks for a key. */
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

function routeOf(segments: readonly string[]): Route | undefined {
	return (pageRoutes as readonly Route[]).find(({ path }) => fits(segmentsOf(path), segments));
}
