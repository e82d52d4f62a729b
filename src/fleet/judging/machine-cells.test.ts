import { expect, test } from 'bun:test';
import { csvLine } from '@pointrelease/core/src/text/csv.ts';
import { fleetOf } from '../../../test/fleet/fleet-of.ts';
import { shipped } from '../../../test/shipped-data.ts';
import { isMac } from './machine-cells.ts';

interface Device {
	readonly name: string;
	readonly model: string;
	readonly system: string;
	readonly version: string;
}

const devices = (...rows: readonly (readonly [string, string, string])[]): Device[] =>
	rows.map(([model, system, version], at) => ({ name: `device ${at}`, model, system, version }));

const macs = devices(
	['Mac14,2', 'macOS', '26.7.2'],
	['MacBookPro18,3', 'macOS', '27.2'],
	['MacBook Air (M2, 2022)', 'macOS', '26.1'],
	['Macmini9,1', 'Mac OS X', '15.8.2'],
	['iMac (24-inch, M1, 2021)', 'macOS Tahoe', '26.7.2'],
	['Mac15,3', 'Apple macOS', '14.7.2'],
	['MacBookPro16,1', 'Darwin', '26.3.1'],
	['Mac Studio (2022)', 'Mac', '27.0'],
	['VirtualMac2,1', 'macOS', '26.7.2'],
	['MacPro7,1', 'OS X', '15.8.2'],
);
const others = devices(
	['OptiPlex 7090', 'Microsoft Windows 11 Pro', '10.0.22631'],
	['Latitude 5420', 'Microsoft Windows 10 Enterprise', '10.0.19045.5011'],
	['ThinkPad X1 Carbon Gen 9', 'Windows', '11.0'],
	['HP EliteBook 840 G8', 'Ubuntu', '24.04.1'],
	['Dell Inc. PowerEdge R740', 'Red Hat Enterprise Linux', '9.4'],
	['Supermicro X11', 'FreeBSD', '14.1'],
	['Google Pixel 8', 'Google Android', '14'],
	['Samsung Galaxy S23', 'Android', '14.0'],
	['Lenovo 300e Chromebook', 'Chrome OS', '129.0.6668'],
	['Surface Pro 9', 'Windows 11', '23.2'],
	['iPad13,4', 'iPadOS', '17.2'],
	['iPhone15,2', 'iOS', '26.1'],
	['Apple TV 4K', 'tvOS', '18.1'],
	['Raspberry Pi 4', 'Debian GNU/Linux', '12'],
);

const shapes: Record<string, readonly [head: readonly string[], row: (device: Device) => string[]]> = {
	'a system and a version': [
		['Device name', 'Model', 'OS', 'OS version'],
		({ name, model, system, version }) => [name, model, system, version],
	],
	'both in the version': [
		['Computer Name', 'Model Identifier', 'Operating System Version'],
		({ name, model, system, version }) => [name, model, `${system} ${version}`],
	],
	'a model without a system': [
		['hostname', 'hardware_model', 'os_version'],
		({ name, model, version }) => [name, model, version],
	],
	'French, of GLPI': [
		['Nom', 'Modèle', "Système d'exploitation - Nom", "Système d'exploitation - Version"],
		({ name, model, system, version }) => [name, model, system, version],
	],
	'a type of device beside it': [
		['Name', 'Model', 'Category', 'Operating System', 'Version'],
		({ name, model, system, version }) => [name, model, 'Computer', system, version],
	],
};

test.each(Object.entries(shapes))(
	'of 10 Macs and 14 other devices only the Macs count: %s',
	async (_, [head, row]) => {
		// Each of the other devices is between two Macs.
		const mixed = others.flatMap((other, at) => [...macs.slice(at, at + 1), other]);
		const text = `${[head, ...mixed.map(row)].map((cells) => csvLine(cells)).join('\n')}\n`;
		const { macs: read, summary } = await fleetOf(text);
		expect(summary).toMatchObject({ rows: 24, macs: 10, not_macs: 14 });
		expect(read.map(({ judgment }) => judgment.answer!.model)).toEqual(macs.map(({ model }) => model));
	},
);

test('of 10 Macs and 14 other devices in JSON only the Macs count', async () => {
	const records = [...others, ...macs].map(({ name, model, system, version }) => ({
		general: { name, platform: system },
		hardware: { model },
		os: { version },
	}));
	const { summary } = await fleetOf(JSON.stringify({ results: records }));
	expect(summary).toMatchObject({ rows: 24, macs: 10, not_macs: 14 });
});

test('no name or identifier of a Mac looks like the product of another maker', () => {
	const cells = { board: '', platform: '', os: '', version: '', model: '', model_name: '' };
	const names = [...shipped.boards.values()].flatMap(({ id, machines }) => [
		id,
		...machines.map(({ name }) => name),
	]);
	expect(names.length).toBeGreaterThan(500);
	expect(names.filter((model) => isMac({ ...cells, model }) === false)).toEqual([]);
});
