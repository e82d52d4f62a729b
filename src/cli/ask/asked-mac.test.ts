import { expect, test } from 'bun:test';
import { recognizeMac } from './asked-mac.ts';

/** Real outputs of the commands, cut to the lines that matter. */
const silicon = {
	target: 'J293AP\n',
	ioreg: `+-o J293AP  <class IOPlatformExpertDevice, id 0x100000210, registered, matched, active>
    {
      "IOPlatformSerialNumber" = "C02XXXXXXXXX"
      "compatible" = <"J293AP","MacBookPro17,1","AppleARM">
      "target-sub-type" = <"J293AP">
      "model" = <"MacBookPro17,1">
    }
`,
	virtual: '0\n',
	version: '14.7.2\n',
};
const t2 = {
	target: '',
	ioreg: `+-o MacBookPro16,1  <class IOPlatformExpertDevice, id 0x100000110>
    {
      "board-id" = <"Mac-E1008331FDC96864">
      "model" = <"MacBookPro16,1">
    }
`,
	virtual: '0\n',
	version: '26.4\n',
};

test('an Apple silicon Mac gives its board as the target', () => {
	expect(recognizeMac(silicon)).toEqual({ board: 'J293AP', version: '14.7.2' });
});

test('an Apple silicon Mac without a target in sysctl gives its board in the registry', () => {
	expect(recognizeMac({ ...silicon, target: '' }).board).toBe('J293AP');
});

test('an Intel Mac, with T2 or without, gives its board ID in the registry', () => {
	expect(recognizeMac(t2).board).toBe('Mac-E1008331FDC96864');
});

test('a version of two components gets a third, so that a lookup gives the next release', () => {
	expect(recognizeMac(t2).version).toBe('26.4.0');
});

test('NUL bytes and blanks around a value are removed', () => {
	expect(recognizeMac({ ...silicon, target: 'J293AP\0\0 \n' }).board).toBe('J293AP');
	expect(recognizeMac({ ...t2, ioreg: '"board-id" = <"Mac-F42786C8\0 ">' }).board).toBe('Mac-F42786C8');
});

test('a virtual machine on Apple silicon has its own target', () => {
	expect(recognizeMac({ ...silicon, target: 'VMA2MACOSAP\n', virtual: '1\n' }).board).toBe('VMA2MACOSAP');
});

test('a virtual machine on Intel has one board ID, whatever board it shows', () => {
	expect(recognizeMac({ ...t2, virtual: '1\n' }).board).toBe('VMM-x86_64');
});

test('a machine without sw_vers gets the message that this works on macOS', () => {
	expect(() => recognizeMac({ target: '', ioreg: '', virtual: '', version: '' })).toThrow(
		'cannot read the version of this system (sw_vers -productVersion): --this-mac works on macOS',
	);
});

test('a Mac without a board ID gets the advice to pass it', () => {
	expect(() => recognizeMac({ ...t2, ioreg: '{}' })).toThrow('pass it instead of --this-mac');
});
