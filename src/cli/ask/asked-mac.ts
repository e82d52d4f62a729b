import { Failure } from '../../process/failure.ts';
import type { Call } from '../command.ts';
import { readThisMac } from './this-mac.ts';

export const thisMacOption = {
	'this-mac': { type: 'boolean', help: 'use the board and version of this Mac (on macOS)' },
} as const;

/** `MAC:VERSION`, given as one word, as two, or as `--this-mac`. */
export async function askedMac({ words, options }: Call): Promise<string> {
	if (!options['this-mac']) return words.join(':');
	if (words.length > 0) throw new Failure('bad-arguments', 'use either MAC VERSION or --this-mac, not both');
	const { board, version } = await readThisMac();
	return `${board}:${version}`;
}
