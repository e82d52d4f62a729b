import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Live, startLive } from '../live.ts';
import { fakeMac, intelTree, type MacOutputs, siliconTree } from './fake-mac.ts';
import { absentShells, nameOf, runScript, shells, testsUnder } from './run-shell.ts';

interface Case {
	shows: string;
	mac: MacOutputs;
	item: string;
	/** The board that the service answers for; empty if it is not asked. */
	board: string;
	/** Tested under every shell in a usual run too. */
	sample?: true;
}

const vmm = 'FPU VME DE PSE TSC MSR PAE VMM SSE4.2';

const macs: Case[] = [
	{
		shows: 'Apple silicon has its board in hw.target',
		mac: { target: 'J293AP\n', ioreg: siliconTree('J293AP', 'MacBookPro17,1'), version: '14.7.2\n' },
		item: 'J293AP:14.7.2',
		board: 'J293AP',
	},
	{
		shows: 'Apple silicon without hw.target has it in the device tree, NUL and blanks trimmed',
		mac: { ioreg: siliconTree('J313AP\0 ', 'MacBookAir10,1'), version: ' 12.6.1 \n' },
		item: 'J313AP:12.6.1',
		board: 'J313AP',
		sample: true,
	},
	{
		shows: 'a T2 Mac has its board ID in the device tree, NUL and blanks trimmed',
		mac: {
			ioreg: intelTree('Mac-827FAC58A8FDFA22\0 ', 'MacBookAir8,1'),
			virtual: '0\n',
			version: '13.6.1\n',
		},
		item: 'Mac-827FAC58A8FDFA22:13.6.1',
		board: 'Mac-827FAC58A8FDFA22',
	},
	{
		shows: 'an older Intel Mac does the same, and has no kern.hv_vmm_present',
		mac: {
			ioreg: intelTree('Mac-F42786C8', 'MacBookPro4,1'),
			features: 'FPU VME DE PSE\n',
			version: '10.11.6\n',
		},
		item: 'Mac-F42786C8:10.11.6',
		board: '',
	},
	{
		shows: 'a virtual machine on Apple silicon has its own board',
		mac: { target: 'VMA2MACOSAP\n', model: 'VirtualMac2,1\n', virtual: '1\n', version: '15.1\n' },
		item: 'VMA2MACOSAP:15.1',
		board: 'VMA2MACOSAP',
	},
	{
		shows: 'a virtual machine on Intel is detected by kern.hv_vmm_present, whatever board it shows',
		mac: { ioreg: intelTree('Mac-827FAC58A8FDFA22', 'VMware7,1'), virtual: '1\n', version: '13.0\n' },
		item: 'VMM-x86_64:13.0',
		board: 'VMM-x86_64',
	},
	{
		shows: 'a virtual machine before macOS 11 is detected by its processor features',
		mac: { ioreg: intelTree('440BX Desktop', 'VMware7,1'), features: `${vmm}\n`, version: '10.14.6\n' },
		item: 'VMM-x86_64:10.14.6',
		board: 'VMM-x86_64',
		sample: true,
	},
	{
		shows: 'a PowerPC Mac has no board ID and gives its model identifier',
		mac: { ioreg: '+-o PowerMac11,2\n', model: 'PowerMac11,2\n', version: '10.5.8\n' },
		item: 'PowerMac11,2:10.5.8',
		board: '',
		sample: true,
	},
];

let live: Live;
beforeAll(async () => {
	live = await startLive();
});
afterAll(() => live.stop());

for (const shell of shells) {
	describe(`under ${nameOf(shell)}`, () => {
		const { everywhere, once } = testsUnder(shell);
		for (const { shows, mac, item, board, sample } of macs) {
			(sample ? everywhere : once)(shows, async () => {
				const fake = fakeMac(mac);
				try {
					expect(await runScript(['this-mac'], fake.env, { shell })).toEqual({
						code: 0,
						out: `${item}\n`,
						err: '',
					});
					if (board === '') return;
					const env = { ...fake.env, POINTRELEASE_URL: live.address, POINTRELEASE_KEY: live.key };
					const asked = await runScript(['plain'], env, { shell });
					expect(asked).toMatchObject({ code: 0, err: '' });
					expect(asked.out).toContain(`board_id=${board}\n`);
					expect(asked.out).toContain(`version=${item.split(':')[1]}\n`);
				} finally {
					fake.remove();
				}
			});
		}
	});
}

// A skipped test shows which shell was not tested.
for (const shell of absentShells) test.skip(`under ${shell}, which this machine does not have`, () => {});
