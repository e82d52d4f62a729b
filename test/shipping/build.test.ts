import { afterAll, describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../../build/executable.ts';
import { billOfMaterials } from '../../build/inventory.ts';
import { longestTest } from '../patience.ts';
import { copyPackages } from './artifacts.ts';

const root = join(import.meta.dir, '../..');
const folder = mkdtempSync(join(tmpdir(), 'pointrelease-build-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const full = process.env.TEST_SIZE === 'full';
/** An installation takes minutes. */
const patience = full ? 600_000 : longestTest;

/** What a container would be built from, and the shell lines of its first stage. */
const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n');
const [stage = ''] = readFileSync(join(root, 'Dockerfile'), 'utf8').split(/^FROM gcr/m);
const lines = [...stage.replaceAll('\\\n', '').matchAll(/^RUN (.*)$/gm)].map(([, line]) => line!);

describe('the steps that build the container, outside of one', () => {
	const work = join(folder, 'elsewhere');

	test(
		'make the executable from what is copied into the image, with its digests and its bill of materials',
		async () => {
			expect(lines).toHaveLength(2);
			mkdirSync(work);
			for (const entry of readdirSync(root).filter((name) => !ignored.includes(name)))
				cpSync(join(root, entry), join(work, entry), { recursive: true });
			// The installation is the slow part, and needs a registry: here it is that of the project.
			if (!full) copyPackages(work);
			const state = join(folder, 'state');
			for (const line of full ? lines : lines.slice(1)) {
				const done = await Bun.$`sh -ec ${line.replaceAll('/state', state)}`.cwd(work).nothrow().quiet();
				expect([line, done.exitCode, done.exitCode ? done.stderr.toString() : '']).toEqual([line, 0, '']);
			}
			const built = join(work, 'dist/bin');
			expect(readdirSync(built).toSorted()).toEqual(['SHA256SUMS', 'pointrelease', 'pointrelease.cdx.json']);
			expect(readFileSync(join(built, 'SHA256SUMS'), 'utf8')).toBe(
				['pointrelease', 'pointrelease.cdx.json']
					.map((file) => `${sha256(join(built, file))}  ${file}\n`)
					.join(''),
			);
			expect(readdirSync(join(work, 'dist/notices'))).toEqual(['notices.txt']);
		},
		patience,
	);

	test('and the same sources in another folder make the same bytes', async () => {
		const again = join(folder, 'pointrelease');
		expect(await buildExecutable(null, again)).toMatchObject({ file: again });
		expect(sha256(again)).toBe(sha256(join(work, 'dist/bin/pointrelease')));
		expect(billOfMaterials()).toBe(readFileSync(join(work, 'dist/bin/pointrelease.cdx.json'), 'utf8'));
	});
});

test('the bill of materials names every package inside with the digest that the lock file demands', () => {
	const bill = JSON.parse(billOfMaterials());
	const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
	expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
	expect(bill.serialNumber).toMatch(
		/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
	);
	const inside = bill.components.map(
		({ name, version }: { name: string; version: string }) => `${name} ${version}`,
	);
	expect(inside).toEqual(
		expect.arrayContaining(['bun 1.4.4', 'nodemailer 10.4.0', '@modelcontextprotocol/server 2.4.0']),
	);
	for (const { name, version, hashes, licenses, purl } of bill.components) {
		const locked = lock[`node_modules/${name}`];
		expect([name, version, licenses[0].license.id]).toEqual([name, locked.version, locked.license]);
		expect(Buffer.from(hashes[0].content, 'hex').toString('base64')).toBe(
			locked.integrity.slice('sha512-'.length),
		);
		expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
	}
	// Whatever depends on something names what is there.
	const references = new Set([
		bill.metadata.component['bom-ref'],
		...bill.components.map((component: Record<string, string>) => component['bom-ref']),
	]);
	expect(references.size).toBe(bill.components.length + 1);
	for (const { ref, dependsOn } of bill.dependencies)
		expect([ref, ...dependsOn].filter((reference) => !references.has(reference))).toEqual([]);
	const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	expect(bill.dependencies[0].ref).toBe(bill.metadata.component['bom-ref']);
	expect(bill.dependencies[0].dependsOn.toSorted()).toEqual(
		Object.entries<string>(dependencies)
			.map(([name, version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`)
			.toSorted(),
	);
});

function sha256(file: string): string {
	return createHash('sha256').update(readFileSync(file)).digest('hex');
}
