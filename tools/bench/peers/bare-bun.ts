import { readFileSync } from 'node:fs';

type Words = [port: string, key: string, file: string, chain?: string, chainKey?: string, workers?: string];

/**
 * The minimum that one would write with Bun: a route, a map, a key, one shared header object; with TLS if files are
 * given.
 */
const [port, key, file, chain, chainKey, workers = '1'] = process.argv.slice(2) as Words;
const entries = JSON.parse(readFileSync(file, 'utf8')) as [string, string][];
const bodies = new Map(entries.map(([path, body]) => [path.slice('/items/'.length), body]));
const headers = new Headers({ 'Content-Type': 'application/json' });

Bun.serve({
	port: Number(port),
	hostname: '127.0.0.1',
	development: false,
	reusePort: workers !== '1',
	...(chain && { tls: { cert: readFileSync(chain, 'utf8'), key: readFileSync(chainKey!, 'utf8') } }),
	routes: {
		'/items/:item': (request) => {
			if (request.headers.get('authorization') !== key) return new Response(null, { status: 403 });
			const body = bodies.get(request.params.item);
			return body ? new Response(body, { headers }) : new Response(null, { status: 404 });
		},
	},
	fetch: () => new Response(null, { status: 404 }),
});

/** Another process on the same port; with `shared` it starts no further ones. */
function startAnother(): Bun.Subprocess {
	const words = [port, key, file, chain!, chainKey!, 'shared'];
	return Bun.spawn([process.execPath, import.meta.path, ...words], { stdout: 'ignore', stderr: 'inherit' });
}

const otherWorkers = Array.from({ length: Number.parseInt(workers, 10) - 1 || 0 }, startAnother);
process.on('SIGTERM', () => {
	for (const worker of otherWorkers) worker.kill();
	process.exit(0);
});
