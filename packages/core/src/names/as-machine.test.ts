import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { releasesOfBoard } from '../catalog/lookup.ts';
import { asMachine, asMachines } from './as-machine.ts';

const board = (id: string) => shipped.boards.get(id)!;
const versions = (id: string, machine: string) =>
	releasesOfBoard(asMachine(board(id), machine)!).map(({ version }) => version);

test('a machine that shares its number has its own first and last release', () => {
	expect(versions('M3076', 'Macintosh Quadra 630').at(0)).toBe('7.5');
	expect(versions('M3076', 'Macintosh Quadra 630').at(-1)).toBe('8.1');
	expect(versions('M3076', 'Power Macintosh 6300/160').at(-1)).toBe('9.1');
	expect(versions('Mac-F221BEC8', 'Mac Pro (Early 2009)').at(-1)).toBe('10.11.6');
});

test('a machine that runs Mac OS 9 and Mac OS X has a first release of each', () => {
	const iBook = versions('A1005', 'iBook (800/900 MHz 32 VRAM, Early 2003)');
	expect(iBook.slice(0, 3)).toEqual(['9.2.2', '10.2.4', '10.2.5']);
	expect(iBook.at(-1)).toBe('10.4.11');
	expect(versions('A1005', 'iBook (16 VRAM, Mid 2002)').slice(0, 3)).toEqual(['9.2.2', '10.1.4', '10.1.5']);
});

test('a machine is found in any spelling of its name, and not by the name of another Mac', () => {
	const machine = asMachine(board('M3076'), 'macintosh  QUADRA 630')!;
	expect(machine.machines.map(({ name }) => name)).toEqual(['Macintosh Quadra 630']);
	expect(asMachine(board('M3076'), 'Macintosh Plus') === null).toBe(true);
	expect(asMachine(board('M3076'), '') === null).toBe(true);
});

test('some machines of a board have the union of their releases; all machines give the board itself', () => {
	const m3076 = board('M3076');
	const last = (pattern: RegExp) =>
		releasesOfBoard(asMachines(m3076, ({ name }) => pattern.test(name))).at(-1)!.version;
	expect(last(/LC 630|Quadra 630/)).toBe('8.1');
	expect(last(/Quadra 630|6300/)).toBe('9.1');
	expect(asMachines(m3076, () => true) === m3076).toBe(true);
	expect(asMachines(m3076, () => false) === m3076).toBe(true);
});

test('some machines of a board have their own model identifiers, and the day of the first of these machines', () => {
	const a1004 = board('A1004');
	expect(a1004.modelIdentifiers).toEqual(['RackMac1,1', 'RackMac1,2']);
	const later = asMachines(a1004, ({ modelIdentifier }) => modelIdentifier === 'RackMac1,2');
	expect(later.modelIdentifiers).toEqual(['RackMac1,2']);
	expect(later.introduced).toBe(later.machines[0]!.introduced);
	const nameless = {
		...a1004,
		machines: a1004.machines.map((machine) => ({ ...machine, modelIdentifier: '' })),
	};
	const [first] = nameless.machines;
	expect(asMachines(nameless, (machine) => machine === first).modelIdentifiers).toEqual([
		'RackMac1,1',
		'RackMac1,2',
	]);
});

test('a machine without known releases gives the releases of the board', () => {
	const m3076 = board('M3076');
	const [first, second, ...rest] = m3076.machines;
	const unsure = { ...m3076, machines: [first!, { ...second!, first: '', last: '' }, ...rest] };
	expect(asMachines(unsure, (machine) => unsure.machines.indexOf(machine) < 2).support).toBe(m3076.support);
	expect(asMachines(unsure, (machine) => machine === first).support).not.toBe(m3076.support);
});

test('a machine without a first or a last release runs all releases of its board on that side', () => {
	const m3076 = board('M3076');
	const [machine, ...rest] = m3076.machines;
	const ends = (first: string, last: string) => {
		const half = { ...m3076, machines: [{ ...machine!, first, firstX: '', last }, ...rest] };
		const releases = releasesOfBoard(asMachine(half, machine!.name)!);
		return [releases[0]!.version, releases.at(-1)!.version];
	};
	const all = releasesOfBoard(m3076).map(({ version }) => version);
	expect(ends('8.1', '')).toEqual(['8.1', all.at(-1)!]);
	expect(ends('', '8.1')).toEqual([all[0]!, '8.1']);
});

test('no machine runs a release that its board does not, and the latest of each major is one of its releases', () => {
	for (const whole of shipped.boards.values()) {
		const all = new Set(releasesOfBoard(whole));
		for (const { name } of whole.machines.filter((machine) => machine.name !== '')) {
			const machine = asMachine(whole, name)!;
			expect(releasesOfBoard(machine).every((release) => all.has(release))).toBe(true);
			expect(machine.support.size).toBeGreaterThan(0);
			for (const { latest, releases } of machine.support.values()) expect(releases).toContain(latest);
		}
	}
});
