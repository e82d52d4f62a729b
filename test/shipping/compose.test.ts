import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

const deploy = join(import.meta.dir, '../../deploy');
// biome-ignore lint/suspicious/noExplicitAny: the shape is what is tested
const compose = async (file: string): Promise<any> =>
	parse(await Bun.file(join(deploy, file)).text(), { merge: true });

// dclint carries the JSON Schema of the Compose specification.
const schemaFile = new URL('schemas/compose.schema.json', import.meta.resolve('dclint/package.json'));
const schema = await Bun.file(schemaFile).json();
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats(ajv);
ajv.addFormat('ports', true).addFormat('expose', true).addFormat('subnet_ip_address', true);
// Ajv knows the same dialect by its older address.
const fits = ajv.compile({ ...schema, $schema: 'http://json-schema.org/draft-07/schema#' });
const problemsOf = (document: unknown) =>
	fits(document) ? [] : fits.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);

const files = {
	'compose.yaml': ['pointrelease'],
	'compose-postgres.yaml': ['node1', 'node2'],
} as const;

describe.each(Object.entries(files))('deploy/%s', (file, nodes) => {
	test('fits the schema of the Compose specification', async () => {
		expect(problemsOf(await compose(file))).toEqual([]);
	});

	test('gives nodes every setting of .env, a health check and no rights', async () => {
		const { services } = await compose(file);
		for (const name of nodes) {
			const node = services[name];
			expect(JSON.stringify(node.env_file)).toContain('.env');
			expect(node).toMatchObject({
				read_only: true,
				cap_drop: ['ALL'],
				security_opt: ['no-new-privileges:true'],
				ulimits: { nofile: 65536, core: 0 },
				healthcheck: { test: ['CMD', '/usr/local/bin/pointrelease', 'ready'] },
				environment: { HOST: '0.0.0.0', PORT: '8080', POINTRELEASE_STATE: '/var/lib/pointrelease' },
			});
		}
	});

	test('has every volume and network that services name, and every file that it mounts', async () => {
		const { services, volumes, networks = {} } = await compose(file);
		const all = Object.values<{ volumes?: string[]; networks?: string[] }>(services);
		const mounted = all.flatMap((service) => service.volumes ?? []).map((mount) => mount.split(':')[0]!);
		const named = mounted.filter((source) => !source.startsWith('.'));
		expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
		expect(new Set(all.flatMap((service) => service.networks ?? []))).toEqual(new Set(Object.keys(networks)));
		// The operator makes these folders.
		const ofOperator = new Set(['./files', './tls']);
		for (const source of mounted.filter((source) => source.startsWith('.') && !ofOperator.has(source)))
			expect([source, existsSync(join(deploy, source))]).toEqual([source, true]);
	});
});

test('the schema finds a misspelled member', async () => {
	const document = await compose('compose.yaml');
	document.services.pointrelease.env_files = '.env';
	expect(problemsOf(document)).toEqual(['/services/pointrelease must NOT have additional properties']);
});

test('one service starts without a settings file, and only this machine can reach it', async () => {
	const { services } = await compose('compose.yaml');
	expect(Object.keys(services)).toEqual(['pointrelease']);
	expect(services.pointrelease.env_file).toEqual([{ path: '.env', required: false }]);
	expect(services.pointrelease.ports).toEqual([`\${ADDRESS:-127.0.0.1:8080}:8080`]);
});

test('two nodes share PostgreSQL behind HAProxy, the only part that can be reached, and the file contains no secret', async () => {
	const { services } = await compose('compose-postgres.yaml');
	expect(Object.keys(services).sort()).toEqual(['haproxy', 'node1', 'node2', 'postgres']);
	for (const name of ['node1', 'node2', 'postgres']) expect(services[name].ports).toBeUndefined();
	for (const name of ['node1', 'node2']) {
		expect(services[name].depends_on.postgres.condition).toBe('service_healthy');
		for (const secret of ['PGPASSWORD', 'POINTRELEASE_SECRET'])
			expect(services[name].environment[secret]).toStartWith('${');
	}
	// Without KILL the process with the old certificate would stay after a renewal.
	expect(services.haproxy.cap_add).toEqual(['KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID', 'SYS_CHROOT']);
	expect(services.haproxy.ulimits.nofile).toBe(65536);
	expect(services.haproxy.environment).toEqual({ NODE1: 'node1:8080', NODE2: 'node2:8080' });
	expect(services.node1.environment.ADMIN_HOSTS).toBe('node1,node2');
});

test('the password of PostgreSQL is not in the address, where some characters need an escape', async () => {
	const { services } = await compose('compose-postgres.yaml');
	const { DATABASE_URL, PGPASSWORD } = services.node1.environment;
	// src/settings/database-url.test.ts puts the two together.
	expect([DATABASE_URL, PGPASSWORD]).toEqual([
		'postgres://pointrelease@postgres:5432/pointrelease',
		services.postgres.environment.POSTGRES_PASSWORD,
	]);
});
