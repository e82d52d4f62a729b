import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { rotateSealingKey } from '../../licenses/sealing/rotate-sealing-key.ts';
import { authorOptions } from '../author.ts';
import { command } from '../command.ts';
import { beginLongWork, progressLine } from './long-work.ts';
import { asAuthor } from './selection.ts';

export const rotateSecretCommand = command({
	name: 'license rotate-secret',
	summary: 're-encrypt all stored keys with a new encryption key',
	options: {
		'leave-unopened': {
			type: 'boolean',
			help: 'give up keys whose secret is lost: they can never be re-sent',
		},
		...authorOptions,
	},
	details: `
Without POINTRELEASE_SECRET a new sealing.key is created. With it, everything is encrypted with that secret; the old
one is read from POINTRELEASE_OLD_SECRET or sealing.key. License keys do not change. If a stored key cannot be
decrypted, nothing changes. If the command is interrupted, run it again: it continues. Backups of the database need
the encryption key of their time.`,
	async run(call) {
		const { settings, options, json, print } = call;
		const stop = beginLongWork();
		await asAuthor(call, async (registry) => {
			const progress = progressLine('encrypting');
			const {
				resealed,
				before,
				left: unopenedCount,
				sealKey,
			} = await rotateSealingKey(registry, settings, {
				leaveUnopened: options['leave-unopened'],
				onStep: progress.step,
				stop,
			}).finally(progress.end);
			if (json) return print(JSON.stringify({ resealed, before, left: unopenedCount, seal_key: sealKey }));
			print(
				`re-encrypted ${counted(resealed, 'key')} with ${sealKey}${before > 0 ? `, ${before} already were` : ''}`,
			);
			if (unopenedCount > 0)
				print(
					`${counted(unopenedCount, 'key is', 'keys are')} encrypted with a secret that is not set here: nothing was done with ${unopenedCount === 1 ? 'it' : 'them'}`,
				);
		});
	},
});
