import { readBackupRecord, untilNextBackup } from '../licenses/backup-plan.ts';
import { reasonOf } from '../process/failure.ts';
import type { Log } from '../process/log.ts';
import { ownProgram } from '../process/shipped.ts';
import type { BackupPlan } from '../settings/backup-plan.ts';
import type { Settings } from '../settings/settings.ts';

/** How often the service looks whether a backup is due, in milliseconds: a command may have made one meanwhile. */
const lookEvery = 60_000;

/** Makes the backups of `BACKUP` while the service runs; null without a plan. */
export function startBackups(settings: Settings, log: Log): { stop(): void } | null {
	const { backup: plan } = settings;
	if (plan === null || plan === 'elsewhere') return null;
	let timer: Timer | undefined;
	let child: Bun.Subprocess | null = null;
	let stopped = false;
	const look = async () => {
		try {
			if (untilNextBackup(readBackupRecord(settings.stateFolder), plan, Date.now()) === 0) {
				child = makeBackup();
				await finished(child, plan, log);
			}
		} catch (thrown) {
			log.warn('backup not made', { folder: plan.folder, reason: reasonOf(thrown) });
		} finally {
			child = null;
			if (!stopped) timer = setTimeout(look, lookEvery);
		}
	};
	timer = setTimeout(look, 1_000);
	return {
		stop() {
			stopped = true;
			clearTimeout(timer);
			child?.kill();
		},
	};
}

/** In a process of its own: SQLite copies a database in one go, and requests must not wait for it. */
function makeBackup(): Bun.Subprocess<'ignore', 'ignore', 'pipe'> {
	return Bun.spawn([...ownProgram(), 'backup', '--json'], {
		env: process.env,
		stdin: 'ignore',
		stdout: 'ignore',
		stderr: 'pipe',
	});
}

async function finished(child: Bun.Subprocess, plan: BackupPlan, log: Log): Promise<void> {
	const words = await new Response(child.stderr as ReadableStream).text();
	if ((await child.exited) === 0) return log.info('backup made and verified', { folder: plan.folder });
	if (child.signalCode === null)
		log.warn('backup not made', { folder: plan.folder, reason: words.trim().slice(0, 500) });
}
