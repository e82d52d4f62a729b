import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { billOfMaterials } from '../../tools/build/inventory.ts';

const root = join(import.meta.dir, '../..');

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
