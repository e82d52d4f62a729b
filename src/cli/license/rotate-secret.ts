import { withRegistry } from '../../licenses/registry.ts';
import { rotateSealingKey } from '../../licenses/sealing/rotate-sealing-key.ts';
import type { Command } from '../command.ts';
import { beginLongWork } from './long-work.ts';
import { progressLine } from './progress.ts';

export const rotateSecretCommand: Command = {
	name: 'license rotate-secret',
	summary: 'seal all stored keys anew, with another sealing key',
	options: {
		'leave-unopened': {
			type: 'boolean',
			help: 'go on without keys whose secret is lost: they can never be sent again',
		},
	},
	details: `
Without POINTRELEASE_SECRET a new sealing.key is made. With it, everything is sealed with that secret; the
one before is taken from POINTRELEASE_OLD_SECRET or from sealing.key. License keys do not change. Every stored key
is opened first, and one that cannot be changes nothing. Then they are sealed some hundred at a time, so that others are
never kept waiting; if that is interrupted, run it again: it goes on where it was. Backups of the database need
the sealing key of their time.`,
	async run({ settings, options, json, print }) {
		const stop = beginLongWork();
		await withRegistry(settings, async (registry) => {
			const progress = progressLine('sealing');
			const { resealed, before, left, sealKey } = await rotateSealingKey(registry, settings, {
				leaveUnopened: options['leave-unopened'] === true,
				onStep: progress.step,
				stop,
			}).finally(progress.end);
			if (json) return print(JSON.stringify({ resealed, before, left, seal_key: sealKey }));
			print(
				`sealed ${resealed} keys with ${sealKey}${before > 0 ? `, ${before} were sealed with it before` : ''}`,
			);
			if (left > 0) print(`${left} keys are sealed with a secret that is not here: left as they are`);
		});
	},
};
