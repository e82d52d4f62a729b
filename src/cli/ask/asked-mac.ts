import { Failure } from '../../process/failure.ts';
import type { Call } from '../command.ts';

export const thisMacOption = {
	'this-mac': { type: 'boolean', help: 'use the board and version of this Mac (on macOS)' },
} as const;

/** `MAC:VERSION` from one word, from two, or from this Mac. */
export async function askedMac({ words, options }: Call): Promise<string> {
	return options['this-mac'] ? thisMacItem(words, 'MAC VERSION') : words.join(':');
}

/** The board and version of this Mac. `instead` names the words that must not be given as well. */
export async function thisMacItem(words: readonly string[], instead: string): Promise<string> {
	if (words.length > 0) throw new Failure('bad-arguments', `use either ${instead} or --this-mac, not both`);
	const { board, version } = await readThisMac();
	return `${board}:${version}`;
}

/** The output of the commands of macOS; empty if a command or a value is missing. */
interface MacOutputs {
	/** `sysctl -n hw.target`: on Apple silicon, the board ID. */
	target: string;
	/** `ioreg -rd1 -c IOPlatformExpertDevice`: on Intel, the board ID among other things. */
	ioreg: string;
	/** `sysctl -n kern.hv_vmm_present`: 1 in a virtual machine. */
	virtual: string;
	/** `sw_vers -productVersion`. */
	version: string;
}

interface ThisMac {
	board: string;
	/** With three components, so that a lookup also gives the next release. */
	version: string;
}

const commands: Record<keyof MacOutputs, string[]> = {
	target: ['sysctl', '-n', 'hw.target'],
	ioreg: ['ioreg', '-rd1', '-c', 'IOPlatformExpertDevice'],
	virtual: ['sysctl', '-n', 'kern.hv_vmm_present'],
	version: ['sw_vers', '-productVersion'],
};

async function readThisMac(): Promise<ThisMac> {
	const [target, ioreg, virtual, version] = await Promise.all([
		output(commands.target),
		output(commands.ioreg),
		output(commands.virtual),
		output(commands.version),
	]);
	return recognizeMac({ target, ioreg, virtual, version });
}

/** Finds board ID and version in the output of the commands. */
export function recognizeMac(outputs: MacOutputs): ThisMac {
	const version = clean(outputs.version);
	if (!/^\d+\.\d+(\.\d+)*$/.test(version)) {
		throw new Failure(
			'not-a-mac',
			`cannot read the version of this system (${commands.version.join(' ')}): --this-mac works on macOS`,
		);
	}
	return { board: boardOf(outputs), version: version.split('.').length === 2 ? `${version}.0` : version };
}

function boardOf({ target, ioreg, virtual }: MacOutputs): string {
	const silicon = clean(target) || property(ioreg, 'target-sub-type');
	if (/^(J\d|VMA2)/i.test(silicon)) return silicon;
	// An Intel guest shows any board that its host chose. Apple's update service knows all of them by this name.
	if (clean(virtual) === '1') return 'VMM-x86_64';
	const board = property(ioreg, 'board-id');
	if (board) return board;
	throw new Failure(
		'no-board',
		`cannot read the board ID of this Mac (${commands.ioreg.join(' ')}): pass it instead of --this-mac`,
	);
}

/** The first value of a property that ioreg prints as `"board-id" = <"Mac-F42786C8">`. */
function property(ioreg: string, name: string): string {
	const [, value = ''] = new RegExp(`"${name}"\\s*=\\s*<?"([^"]*)"`).exec(ioreg) ?? [];
	return clean(value);
}

/** Device tree values end in NUL bytes, and some tools pad with blanks. */
function clean(text: string): string {
	return text.replaceAll('\0', '').trim();
}

async function output(command: string[]): Promise<string> {
	try {
		const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'ignore', stdin: 'ignore' });
		return await child.stdout.text();
	} catch {
		return '';
	}
}
