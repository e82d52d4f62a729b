import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectionsIn } from '../../src/pull/connections-definition.ts';
import type { Connection } from '../../src/pull/kind.ts';
import type { PullOptions } from '../../src/pull/pull.ts';
import { pullInventory } from '../../src/pull/pull.ts';
import { IncompletePull } from '../../src/pull/walk.ts';
import type { FakeKind } from './fake-kinds.ts';
import { authority, type FakeMdm } from './fake-mdm.ts';
import type { TrueMac } from './true-macs.ts';

/** A folder with the authority of the fakes, and a function that removes it. */
export function makeFolder(): { folder: string; remove(): void } {
	const folder = mkdtempSync(join(tmpdir(), 'pull-'));
	writeFileSync(join(folder, 'ca.pem'), authority.pem);
	return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Writes a file with a connection to each fake, by its name. */
export function connectionsFile(
	folder: string,
	fakes: Readonly<Record<string, { kind: string; fake: FakeMdm }>>,
): string {
	const path = join(folder, `connections-${Object.keys(fakes).join('-')}.json`);
	const connections = Object.entries(fakes).map(([name, { kind, fake }]) => [
		name,
		{ kind, url: fake.url, login_url: fake.url, ca_file: 'ca.pem', ...fake.kind.members },
	]);
	writeFileSync(path, JSON.stringify({ connections: Object.fromEntries(connections) }), { mode: 0o600 });
	return path;
}

export function connectionTo(folder: string, kind: string, fake: FakeMdm): Connection {
	return connectionsIn(connectionsFile(folder, { mdm: { kind, fake } }), {}).get('mdm')!;
}

/** A clock that never makes a test wait, and records the requested waits in seconds. */
export function quickClock(waits: number[] = []) {
	let now = Date.parse('2026-11-18T12:00:00Z');
	return {
		now: () => now,
		async sleep(milliseconds: number) {
			waits.push(milliseconds / 1000);
			now += milliseconds;
		},
		random: () => 1,
	};
}

/** The lines of a complete pull, or the reason why it is incomplete. */
export async function pullFrom(
	connection: Connection,
	options: PullOptions = {},
): Promise<Record<string, unknown>[] | IncompletePull> {
	try {
		const { lines } = await pullInventory(connection, { clock: quickClock(), ...options });
		const text = new TextDecoder().decode(Buffer.concat(lines));
		return text
			.split('\n')
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	} catch (thrown) {
		if (thrown instanceof IncompletePull) return thrown;
		throw thrown;
	}
}

/** The expected line for a Mac. */
export function lineOf(mac: TrueMac, { lacks, further }: Pick<FakeKind, 'lacks' | 'further'>) {
	const hasInventory = !lacks.includes('inventoried');
	const line: Record<string, unknown> = {
		name: mac.name,
		serial: mac.serial,
		model: mac.model,
		model_name: mac.modelName,
		board: mac.board,
		version: mac.version,
		build: mac.build,
		supplement: null,
		supplemental_build: mac.build,
		seen: hasInventory ? mac.inventoried : mac.contact,
		managed: mac.managed,
		source: 'mdm',
		...(hasInventory && { inventoried: mac.inventoried, newest_contact: mac.contact }),
		...further(mac),
	};
	for (const member of lacks) if (member !== 'inventoried') line[member] = null;
	return line;
}
