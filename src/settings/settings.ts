import { Failure } from '../process/failure.ts';
import { type Environment, isSetting, type Setting, type SettingGroup, type Values } from './setting.ts';
import { settingTable } from './setting-table.ts';

/** All settings in the order of the table. */
export const allSettings: readonly Setting[] = Object.values(settingTable).flatMap(settingsOf);

export function settingsOf(group: SettingGroup): readonly Setting[] {
	return Object.values(group).flatMap((entry) => (isSetting(entry) ? [entry] : settingsOf(entry)));
}

type Subject = (typeof settingTable)[keyof typeof settingTable];
/** The members of all subjects together. */
type AllOf<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
	? All
	: never;

/** Every setting of the service, by the members of the table. */
export type Settings = ReturnType<typeof readSettings>;
/** What the service needs to speak TLS itself. */
export type TlsSettings = NonNullable<Settings['tls']>;
/** The public feeds. Their addresses and trust are settings for mirrors and tests only. */
export type FeedSettings = Settings['feeds'];
/** How often the feeds are asked, in seconds. */
export type PollingIntervals = FeedSettings['intervals'];

/** Reads every setting. Fails with one line for each that cannot be read. */
export function readSettings(given: Environment) {
	const env = withDefaults(given);
	const mistakes = new Set<string>();
	const readGroup = (group: SettingGroup): Record<string, unknown> =>
		Object.fromEntries(
			Object.entries(group).flatMap(([member, entry]) => {
				if (!isSetting(entry)) return [[member, readGroup(entry)]];
				if (!entry.read) return [];
				try {
					return [[member, entry.read(env[entry.name] ?? '', { name: entry.name, env })]];
				} catch (thrown) {
					if (!(thrown instanceof Failure)) throw thrown;
					mistakes.add(thrown.message);
					return [];
				}
			}),
		);
	const values = Object.assign({}, ...Object.values(settingTable).map(readGroup)) as AllOf<Values<Subject>>;
	if (mistakes.size > 0) throw new Failure('bad-setting', [...mistakes].join('\n'));
	// Without a certificate the service serves plain HTTP.
	return { ...values, tls: values.tls.certificates.length > 0 ? values.tls : null };
}

/** The environment with the default of each setting that it lacks. An empty variable counts as none. */
function withDefaults(env: Environment): Environment {
	const missing = allSettings.filter((setting) => setting.default !== undefined && !env[setting.name]);
	return { ...env, ...Object.fromEntries(missing.map((setting) => [setting.name, setting.default])) };
}

/** Whether `/lost-key` is open. Without a mail server its page would promise mail that is never sent. */
export function isLostKeyOn({ lostKey, smtpUrl }: Pick<Settings, 'lostKey' | 'smtpUrl'>): boolean {
	return lostKey !== null && smtpUrl !== null;
}

/** Whether reminders are mailed. Without a mail server they would only be written as files. */
export function areRemindersOn({ reminders, smtpUrl }: Pick<Settings, 'reminders' | 'smtpUrl'>): boolean {
	return reminders.days.length > 0 && smtpUrl !== null;
}
