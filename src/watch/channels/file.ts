import { statSync } from 'node:fs';
import { join } from 'node:path';
import { visible } from '@pointrelease/core/src/text/visible.ts';
import { replaceFile } from '../../process/draft-file.ts';
import type { Envelope } from '../message.ts';
import type { ChannelKind } from './channel-kind.ts';
import { textOf } from './mail.ts';
import { shortened } from './shorten.ts';

/** A folder that gets a text file for each message, for programs and for a first look. */
export const file: ChannelKind = {
	name: 'file',
	title: 'files',
	about: 'a text file for each message, of mode 0600, in a folder of its own',
	needs: {
		folder: {
			is: 'path',
			about: 'where they are written, not beside inventories',
			form: {
				expected: 'the path of a folder',
				fits: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false,
			},
		},
	},
	options: {},
	open: ({ name, texts }) => ({
		noun: 'message',
		place: `files, channel ${name}`,
		// A second attempt writes the same bytes to the same name: no state is unknown.
		async deliver(envelope) {
			replaceFile(join(texts.folder!, fileName(envelope)), [messageFile(envelope)]);
		},
		close() {},
	}),
	afterTest: 'Look into its folder.',
};

/** `2026-11-18T180211Z-release-26.5.1-0f3a….txt`: sorted by name, messages are in the order in which they were queued. */
function fileName({ id, queued, message }: Envelope): string {
	const moment = new Date(queued).toISOString().replace(/:|\.\d+/g, '');
	const subject = message.subject.replace(/[^\w.-]+/g, '-').slice(0, 80);
	return `${moment}-${subject}-${id.slice(0, 8)}.txt`;
}

/** The title, an empty line, and the text as in a mail, with every name as it is: nothing here is a link. */
function messageFile({ message }: Envelope): string {
	const names = message.list.map((name) => shortened(name, 100)).join(', ');
	return `${shortened(message.title, 300)}\n\n${visible(textOf(message, names))}`;
}
