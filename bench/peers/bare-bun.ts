import { readFileSync } from 'node:fs';

/** The least one would write with Bun: a parameter route, a map, a key, one header object for all. */
const [port, key, file] = process.argv.slice(2) as [string, string, string];
const entries = JSON.parse(readFileSync(file, 'utf8')) as [string, string][];
const bodies = new Map(entries.map(([path, body]) => [path.slice('/items/'.length), body]));
const headers = new Headers({ 'Content-Type': 'application/json' });

Bun.serve({
	port: Number(port),
	hostname: '127.0.0.1',
	development: false,
	routes: {
		'/items/:item': (request) => {
			if (request.headers.get('authorization') !== key) return new Response(null, { status: 403 });
			const body = bodies.get(request.params.item);
			return body ? new Response(body, { headers }) : new Response(null, { status: 404 });
		},
	},
	fetch: () => new Response(null, { status: 404 }),
});
