/** `bun tools/build/notices.ts`: writes the third-party licenses of code and data. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cveNotice } from '../../packages/core/src/catalog/cve-notice.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');

/** A dependency of a package that only counts downloads. The program does not contain it. */
const notCarried = new Set(['@scarf/scarf']);

export interface CarriedPackage {
	name: string;
	version: string;
	license: string;
	dependencies?: Record<string, string>;
}

/** All included packages, by name. Without Bun by default, for which the notices have a separate text. */
export function carriedPackages({ withBun = false } = {}): CarriedPackage[] {
	const packages = new Map<string, CarriedPackage>();
	const visit = (name: string) => {
		if ((name === 'bun' && !withBun) || notCarried.has(name) || packages.has(name)) return;
		const description = readPackage(join(modules, name));
		packages.set(name, description);
		for (const next of Object.keys(description.dependencies ?? {})) visit(next);
	};
	for (const name of Object.keys(readPackage(root).dependencies ?? {})) visit(name);
	return [...packages.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

export function noticesText(): string {
	const parts = carriedPackages().map(({ name, version, license }) =>
		[`${name} ${version} (${license})`, ...licenseTexts(name)].join('\n\n'),
	);
	return `${[introduction, ofData, ofBun(), ...parts].join(`\n\n${'-'.repeat(78)}\n\n`)}\n`;
}

export function writeNotices(): void {
	const folder = join(root, 'dist/notices');
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'notices.txt'), noticesText());
}

const introduction = `Third-party notices of pointrelease

This program carries works of others, inside its executable, its web page and its
data. Each is named below with its license and the notices that the license asks for.`;

const ofData = `Data of security fixes

${cveNotice}

Lists of fixes are also taken from SOFA (https://github.com/macadmins/sofa, Apache
License 2.0, https://www.apache.org/licenses/LICENSE-2.0), and exploited vulnerabilities
from CISA's Known Exploited Vulnerabilities catalog (CC0 1.0).`;

function ofBun(): string {
	const { version } = readPackage(join(modules, 'bun'));
	return `Bun ${version} (MIT)

The run-time system inside the executable, by Oven and contributors, under the MIT
license. Source: https://github.com/oven-sh/bun. It holds, among other libraries,
JavaScriptCore and parts of WebKit under the GNU Library General Public License,
version 2, and TinyCC under the GNU Lesser General Public License, version 2.1. You
may change those libraries and link Bun with them anew; the source of WebKit as
Bun uses it is at https://github.com/oven-sh/WebKit, and the file LICENSE.md of Bun
describes how, and lists every library inside with its license. The sources of
pointrelease run with a Bun made that way, and "npm run build" makes an executable of
both.`;
}

function licenseTexts(name: string): string[] {
	const folder = join(modules, name);
	const names = readdirSync(folder).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
	if (names.length === 0) throw new Error(`${name} has no license file`);
	return names.map((file) => readFileSync(join(folder, file), 'utf8').trim());
}

function readPackage(folder: string): CarriedPackage {
	return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

if (import.meta.main) writeNotices();
