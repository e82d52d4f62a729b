import { closestNames } from '../catalog/resolve.ts';
import { quote } from './explain.ts';
import { decodeSegments, pathOf, queryOf } from './path.ts';
import { isProblem, type Problem, problem } from './problem.ts';
import { readParameters, refuse } from './reads/query.ts';
import type { Route } from './route.ts';
import { matchRoute, routes } from './routes.ts';

/**
 * Why a route refuses a query: a parameter that it does not take, or one that is given again. If it ignored either, a script
 * with a typing error would report Macs that meet no policy as fine. Null if the route takes the query, or ignores all.
 */
export function refusedQuery({ query: taken }: Route, text: string): Problem | null {
	if (taken === undefined || text === '') return null;
	const query = readParameters(text);
	if (isProblem(query)) return query;
	for (const name of new Set(query.keys())) {
		if (!Object.hasOwn(taken, name)) return unknownParameter(name, Object.keys(taken));
		if (taken[name]!.schema.type !== 'array' && query.getAll(name).length > 1) return repeatedParameter(name);
	}
	return null;
}

/** The same for the address of a request. */
export function refusedAddress(url: string): Problem | null {
	const segments = decodeSegments(pathOf(url));
	const route = segments && routes[matchRoute(segments)];
	return route ? refusedQuery(route, queryOf(url)) : null;
}

function unknownParameter(name: string, names: readonly string[]): Problem {
	const suggestions = meant(name, names);
	const expected = names.length === 0 ? 'no parameters' : `one of ${names.join(', ')}`;
	const nearest = suggestions.length === 0 ? expected : suggestions.join(' or ');
	return problem('bad-parameter', `there is no parameter ${quote(name)} here: expected ${nearest}`, {
		parameter: name,
		expected,
		suggestions,
	});
}

/** The names nearest to a misspelled one: `policies`, `grace-days`, `Behind` and `defer` each mean one. */
function meant(name: string, names: readonly string[]): string[] {
	const spelled = name.toLowerCase().replaceAll('-', '_');
	const begun = spelled.length < 3 ? [] : names.filter((other) => other.startsWith(spelled));
	return begun.length > 0 ? begun : closestNames(spelled, names, Math.floor(spelled.length / 2));
}

function repeatedParameter(name: string): Problem {
	const list = name === 'exclude' ? ', with commas between versions' : '';
	return refuse(name, `it once${list}`);
}
