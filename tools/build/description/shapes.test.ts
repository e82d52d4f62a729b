import { expect, test } from 'bun:test';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { answerOffline } from '@pointrelease/core/src/api/offline.ts';
import type { Route } from '@pointrelease/core/src/api/route.ts';
import { matchRoute, routes } from '@pointrelease/core/src/api/routes.ts';
import { shapes } from '@pointrelease/core/src/api/shapes/shapes.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { recordSchemas } from './record-schemas.ts';

/**
 * Answers are not compared with their shapes when they are sent. Here many are: of every operation and read, for Macs, releases, builds
 * and CVEs of all kinds.
 */
const ask = answerOffline(shipped, { today: () => '2026-11-16', policies: builtInPolicies });

/** Every `step`th of a list, from the first. */
function some<T>(values: Iterable<T>, most: number): T[] {
	const all = [...values];
	const step = Math.max(1, Math.ceil(all.length / most));
	return all.filter((_, at) => at % step === 0);
}

const boards = [...shipped.boards.values()];
const ofEveryKind = [...Map.groupBy(boards, ({ kind }) => kind).values()].flatMap((ofKind) =>
	some(ofKind, 12),
);
const macs = ofEveryKind.flatMap((board) =>
	some(board.support.values(), 4).flatMap(({ releases }) =>
		[...new Set([releases[0]!, releases.at(-1)!])].map(({ version }) => `${board.id}:${version}`),
	),
);
const majors = [...shipped.majors.keys()];
const releases = some(shipped.releases.values(), 90).map(({ version, major }) =>
	version === major ? `${version}.0` : version,
);
const cves = [...some(shipped.security.cves.keys(), 40), ...some(shipped.security.elsewhere.keys(), 10)];
const words = [
	'M1 Air',
	'Quadra',
	'Sonoma',
	'26.7.2 build',
	'end of support',
	'xyzzy',
	'PowerBook 170',
	'iMac',
];

const paths = [
	...majors.flatMap((major) => [`/items/${major}`, `/items/${major}/board_ids`, `/releases/${major}`]),
	...ofEveryKind.flatMap(({ id }) => [
		`/items/${id}`,
		`/boards/${id}`,
		`/boards/${id}/releases`,
		`/enforceable/${id}`,
	]),
	...macs.flatMap((mac) => [`/items/${mac}`, `/advice/${mac}?policy=n-1`, `/exposure/${mac}`]),
	...releases.flatMap((version) => [`/releases/${version}/boards`, `/releases/${version}/cves`]),
	...cves.flatMap((cve) => [`/cves/${cve}`, ...some(macs, 4).map((mac) => `/cves/${cve}/${mac}`)]),
	...some(new Set([...shipped.releases.values()].flatMap(({ builds }) => builds)), 60).map(
		({ build }) => `/builds/${build}`,
	),
	...words.map((text) => `/search?q=${encodeURIComponent(text)}&limit=100`),
	'/boards',
	'/releases',
	'/policies',
	'/dataset/tables',
	'/dataset/core.json',
	`/advice?item=${macs[0]}&item=J999AP:14&item=nothing`,
];

/** The answers by the shape of their route, and how many were problems. */
const answers = new Map<keyof typeof shapes, { path: string; value: unknown }[]>();
for (const path of paths) {
	const { status, body } = ask(path);
	const route = routes[matchRoute(path.split('?')[0]!.split('/').slice(1))] as Route;
	const name = status === 200 && 'answer' in route ? route.answer! : 'Problem';
	answers.set(name, [...(answers.get(name) ?? []), { path, value: JSON.parse(body) }]);
}

test('there are 1,200 answers of all shapes that need no running service', () => {
	const given = [...answers].filter(([name]) => name !== 'Problem').flatMap(([, list]) => list);
	expect(given.length).toBeGreaterThanOrEqual(1200);
	const ofRoutes = (routes as readonly Route[]).flatMap((route) =>
		(route.answeredBy === 'read' || route.answeredBy === 'operation') && route.answer ? [route.answer] : [],
	);
	expect(new Set(ofRoutes.filter((name) => !answers.has(name)))).toEqual(new Set());
});

test.each([...answers.keys()])('every answer has the shape %s', (name) => {
	const faults = answers.get(name)!.flatMap(({ path, value }) => {
		const { error } = shapes[name].safeParse(value);
		return error ? [{ path, issues: error.issues }] : [];
	});
	expect(faults).toEqual([]);
});

interface Schema {
	readonly $ref?: string;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
}

const schemas = recordSchemas() as Readonly<Record<string, Schema>>;

/** The objects whose members stand in another order than in their shape. */
function misordered(schema: Schema, value: unknown, place: string): string[] {
	if (typeof value !== 'object' || value === null) return [];
	if (schema.$ref) return misordered(schemas[schema.$ref.split('/').at(-1)!]!, value, place);
	if (Array.isArray(value))
		return value.flatMap((item, at) => misordered(schema.items ?? {}, item, `${place}[${at}]`));
	const names = Object.keys(value);
	if (schema.anyOf) {
		const ways = schema.anyOf.map((one) => misordered(one, value, place));
		return ways.find(({ length }) => length === 0) ?? ways[0]!;
	}
	if (!schema.properties) return [];
	const expected = Object.keys(schema.properties).filter((name) => names.includes(name));
	return [
		...(expected.join() === names.join() ? [] : [`${place}: ${names}`]),
		...names.flatMap((name) =>
			misordered(
				schema.properties![name] ?? {},
				(value as Record<string, unknown>)[name],
				`${place}.${name}`,
			),
		),
	];
}

test.each([...answers.keys()].filter((name) => name !== 'Problem'))(
	'the members of %s stand in the order of its shape',
	(name) => {
		const found = answers.get(name)!.flatMap(({ path, value }) => misordered(schemas[name]!, value, path));
		expect(found.slice(0, 3)).toEqual([]);
	},
);
