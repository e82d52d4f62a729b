import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The output of the commands of a Mac. A Mac lacks the values that are not given. */
export interface MacOutputs {
	ioreg?: string;
	target?: string;
	model?: string;
	virtual?: string;
	features?: string;
	version?: string;
	build?: string;
	/** `(a)`: the security response that macOS 13 and later show. */
	extra?: string;
}

export interface FakeMac {
	/** Contains the commands and all files that a script writes. */
	folder: string;
	/** The environment that makes this machine look like that Mac. */
	env: Record<string, string>;
	remove(): void;
}

/** A folder of commands that print what those of a Mac print. It goes first in PATH. */
export function fakeMac(outputs: MacOutputs): FakeMac {
	const folder = mkdtempSync(join(tmpdir(), 'pointrelease-mac-'));
	const bin = join(folder, 'bin');
	mkdirSync(bin);
	const answers: Record<string, string | undefined> = {
		'hw.target': outputs.target,
		'hw.model': outputs.model,
		'kern.hv_vmm_present': outputs.virtual,
		'machdep.cpu.features': outputs.features,
	};
	for (const [name, text] of Object.entries(answers)) {
		if (text !== undefined) writeFileSync(join(folder, name), text);
	}
	if (outputs.ioreg !== undefined) writeFileSync(join(folder, 'ioreg'), outputs.ioreg);
	for (const name of ['version', 'build', 'extra'] as const) {
		if (outputs[name] !== undefined) writeFileSync(join(folder, name), outputs[name]);
	}
	command(bin, 'sysctl', `cat "${folder}/$2" 2>/dev/null || { echo "unknown oid '$2'" >&2; exit 1; }`);
	command(bin, 'ioreg', `cat "${folder}/ioreg" 2>/dev/null`);
	command(
		bin,
		'sw_vers',
		`case $1 in
-productVersion) cat "${folder}/version" ;;
-buildVersion) cat "${folder}/build" ;;
-productVersionExtra) cat "${folder}/extra" || echo 'Usage: sw_vers [-productName|-productVersion|-buildVersion]' ;;
esac 2>/dev/null`,
	);
	command(bin, 'plutil', 'exit 0');
	// Writes one line for each value, and reads those lines back.
	command(
		bin,
		'defaults',
		`case $1 in
write) shift && echo "$*" >>"${folder}/defaults.log" ;;
read) sed -n "s|^$2 $3 -[a-z]* ||p" "${folder}/defaults.log" 2>/dev/null | grep . ;;
esac`,
	);
	return {
		folder,
		env: {
			PATH: `${bin}:${process.env.PATH}`,
			HOME: folder,
			TMPDIR: folder,
			POINTRELEASE_HOME: join(folder, 'settings'),
			POINTRELEASE_CACHE: join(folder, 'cache'),
		},
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}

export function command(folder: string, name: string, body: string): void {
	const file = join(folder, name);
	writeFileSync(file, `#!/bin/sh\n${body}\n`);
	chmodSync(file, 0o755);
}

/** `ioreg -rd1 -c IOPlatformExpertDevice` of an Intel Mac, with the NUL and blanks that some print. */
export function intelTree(boardId: string, model: string): string {
	return `+-o ${model}  <class IOPlatformExpertDevice, id 0x100000118, registered, matched, active>
    {
      "compatible" = <"${model}">
      "manufacturer" = <"Apple Inc.">
      "board-id" = <"${boardId}">
      "IOPlatformSerialNumber" = "C02TEST00000"
      "target-type" = <"Mac">
      "model" = <"${model}">
    }
`;
}

/** The same of an Apple silicon Mac. */
export function siliconTree(target: string, model: string): string {
	return `+-o ${target}  <class IOPlatformExpertDevice, id 0x10000020f, registered, matched, active>
    {
      "manufacturer" = <"Apple Inc.">
      "compatible" = <"${target}","${model}","AppleARM">
      "target-sub-type" = <"${target}">
      "target-type" = <"${target.slice(0, -2)}">
      "model" = <"${model}">
    }
`;
}
