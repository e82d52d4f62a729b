/** Files that let others check a build: digests, and a bill of materials. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CarriedPackage, carriedPackages } from './notices.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const sumsFile = 'SHA256SUMS';
export const billFile = 'pointrelease.cdx.json';

/** Writes the bill of materials and the digests of all files in the folder, in the format of `sha256sum --check`. */
export function writeInventory(folder: string): void {
	writeFileSync(join(folder, billFile), billOfMaterials());
	const lines = readdirSync(folder)
		.filter((file) => file !== sumsFile)
		.toSorted()
		.map((file) => `${digestOf('sha256', readFileSync(join(folder, file)))}  ${file}\n`);
	writeFileSync(join(folder, sumsFile), lines.join(''));
}

/**
 * CycloneDX 1.6: the program and every embedded package, with the digest in the lock file. It does not depend on time
 * or place: two builds of the same sources have the same bill.
 */
export function billOfMaterials(): string {
	const { version, description } = readJson('package.json');
	const lock = readJson('package-lock.json').packages as Record<string, { integrity?: string }>;
	const packages = carriedPackages({ withBun: true });
	const name = 'pointrelease';
	// Not pkg:npm, because that name on npm belongs to others.
	const reference = `pkg:generic/${name}@${version}`;
	const references = new Map(
		packages.map((carried) => [carried.name, purlOf(carried.name, carried.version)]),
	);
	const bill = {
		bomFormat: 'CycloneDX',
		specVersion: '1.6',
		serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, packages.map(({ name, version }) => [name, version])]))}`,
		version: 1,
		metadata: {
			component: { type: 'application', 'bom-ref': reference, name, version, description, purl: reference },
		},
		components: packages.map((carried) => ({
			type: 'library',
			'bom-ref': references.get(carried.name),
			name: carried.name,
			version: carried.version,
			scope: 'required',
			...hashesOf(lock[`node_modules/${carried.name}`]?.integrity),
			licenses: [{ license: { id: carried.license } }],
			purl: references.get(carried.name),
		})),
		dependencies: [
			{ ref: reference, dependsOn: [...references].flatMap(([name, ref]) => (isDirect(name) ? [ref] : [])) },
			...packages.map(({ name, dependencies }) => ({
				ref: references.get(name),
				dependsOn: Object.keys(dependencies ?? {}).flatMap((next) => references.get(next) ?? []),
			})),
		],
	};
	return `${JSON.stringify(bill, null, '\t')}\n`;
}

function isDirect(name: string): boolean {
	return name in readJson('package.json').dependencies;
}

function purlOf(name: CarriedPackage['name'], version: string): string {
	return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** The lock file uses base64 (subresource integrity), the bill hexadecimal. */
function hashesOf(integrity: string | undefined): object {
	const [, content] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
	return content
		? { hashes: [{ alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') }] }
		: {};
}

/** A name-based UUID (RFC 9562, version 8 with SHA-256): the same content has the same UUID. */
function uuidOf(text: string): string {
	const digits = digestOf('sha256', text);
	const variant = ((Number.parseInt(digits[16]!, 16) & 3) | 8).toString(16);
	return [
		digits.slice(0, 8),
		digits.slice(8, 12),
		`8${digits.slice(13, 16)}`,
		`${variant}${digits.slice(17, 20)}`,
		digits.slice(20, 32),
	].join('-');
}

function digestOf(algorithm: 'sha256', content: string | Uint8Array): string {
	return createHash(algorithm).update(content).digest('hex');
}

function readJson(file: string) {
	return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
