import { describe, expect, test } from 'bun:test';
import { starters } from '../../tools/build/settings-page.ts';
import { Failure } from '../process/failure.ts';
import { misspelledLine, misspelledSettings, settingsInForce } from './in-force.ts';
import { allSettings, readSettings } from './settings.ts';

const read = allSettings.filter(({ runtime }) => !runtime);
const examples = Object.fromEntries(read.map(({ name, example }) => [name, example]));

function messages(env: Record<string, string>): string[] {
	try {
		readSettings(env);
		return [];
	} catch (thrown) {
		if (!(thrown instanceof Failure)) throw thrown;
		return thrown.message.split('\n');
	}
}

describe('the table of settings', () => {
	test('has each name once, with a default or a text on what happens without', () => {
		expect(new Set(allSettings.map(({ name }) => name)).size).toBe(allSettings.length);
		const doubtful = allSettings.filter((row) => (row.default === undefined) === (row.without === undefined));
		expect(doubtful).toEqual([]);
	});

	test.each(read.map(({ name }) => name))('has an example of %s that changes what is read', (name) => {
		const { [name]: _, ...otherSettings } = examples;
		// A certificate without its key is refused, and the other way around.
		if (name === 'TLS_CERT' || name === 'TLS_KEY') expect(messages(otherSettings)).toHaveLength(1);
		else expect(readSettings(otherSettings)).not.toEqual(readSettings(examples));
	});

	test('has defaults that mean the same as no variable', () => {
		const defaults = read.flatMap((row) => (row.default === undefined ? [] : [[row.name, row.default]]));
		expect(readSettings(Object.fromEntries(defaults))).toEqual(readSettings({}));
		const empty = Object.fromEntries(read.map(({ name }) => [name, '']));
		expect(readSettings(empty)).toEqual(readSettings({}));
	});
});

test('all settings that cannot be read are reported, each once and in one line', () => {
	expect(
		messages({
			PORT: '99999',
			WORKERS: 'x',
			TLS_CERT: 'a.pem',
			TLS_REDIRECT_PORT: 'x',
			FEEDS: 'maybe',
			FEED_EVERY: '1',
			SMTP_URL: 'swordfish',
		}),
	).toEqual([
		'PORT is "99999": expected a whole number from 0 to 65535',
		'WORKERS is "x": expected a whole number from 1 to 256, or auto',
		'TLS_CERT names 1 file and TLS_KEY 0: expected a key for each certificate, in the same order',
		'TLS_REDIRECT_PORT is "x": expected a whole number from 1 to 65535, or off',
		'SMTP_URL is not of the form smtp://user:password@host:port',
		'FEEDS is "maybe": expected on or off',
		'FEED_EVERY is "1": expected a whole number from 10 to 86400',
	]);
});

describe('settings in force', () => {
	const shown = (env: Record<string, string>, name: string) => {
		const row = settingsInForce(env).inForce.find(({ setting }) => setting.name === name)!;
		return [row.value, row.source];
	};

	test('come from the environment or are the default', () => {
		expect(shown({}, 'PORT')).toEqual(['8080', 'default']);
		expect(shown({ PORT: '' }, 'PORT')).toEqual(['8080', 'default']);
		expect(shown({ PORT: '9' }, 'PORT')).toEqual(['9', 'environment']);
		expect(shown({}, 'DATABASE_URL')).toEqual([null, 'default']);
		expect(shown({ no_proxy: 'localhost' }, 'NO_PROXY')).toEqual(['localhost', 'environment']);
	});

	test.each([
		['DATABASE_URL', 'postgres://u:swordfish@h:5432/d', 'postgres://u:********@h:5432/d'],
		['DATABASE_URL', 'postgres://u@h/d?password=swordfish', 'postgres://u@h/d?password=********'],
		['DATABASE_URL', 'postgres://u:sword#fish@h/d', '********'],
		['DATABASE_URL', 'swordfish', '********'],
		['SMTP_URL', 'smtps://u:swordfish@h', 'smtps://u:********@h'],
		['SMTP_URL', 'u:swordfish@h', '********'],
		['HTTPS_PROXY', 'u:swordfish@proxy:3128', '********'],
		['HTTPS_PROXY', 'http://u:swordfish@proxy:3128', 'http://u:********@proxy:3128/'],
		['PGPASSWORD', 'swordfish', '********'],
		['POINTRELEASE_SECRET', 'swordfish, and long enough for a secret', '********'],
		['POINTRELEASE_OLD_SECRET', 'swordfish', '********'],
		['POINTRELEASE_KEY', 'swordfish', '********'],
		['STRIPE_WEBHOOK_SECRET', 'whsec_swordfish', '********'],
		['FEED_KEV_URL', 'https://mirror/kev?token=swordfish', 'https://mirror/kev?token=********'],
		['FEED_KEV_URL', 'https://mirror/kev?day=1', 'https://mirror/kev?day=1'],
		['MAIL_FROM', 'Shop <shop@example.com>', 'Shop <shop@example.com>'],
	])('%s=%s is shown as %s', (name, value, expected) => {
		expect(shown({ [name]: value }, name)).toEqual([expected, 'environment']);
		expect(JSON.stringify(settingsInForce({ [name]: value }).problems)).not.toContain('swordfish');
	});
});

test('a name that begins like a setting, or is one letter away from one, is told with the one that was meant', () => {
	const env = { FEED_EVRY: '1', POINTRELEASE_STAT: '', TLS_CRT: 'x', POINTRELEASE_WORKER: '1', PROT: '80' };
	expect(misspelledSettings(env).map(misspelledLine)).toEqual([
		'FEED_EVRY is not a setting: did you mean FEED_EVERY?',
		'POINTRELEASE_STAT is not a setting: did you mean POINTRELEASE_STATE?',
		'TLS_CRT is not a setting: did you mean TLS_CERT?',
	]);
});

test('each kind of operator has at most ten settings to begin with, each with a reason', () => {
	const names = allSettings.filter(({ why }) => why !== undefined).map(({ name }) => name);
	for (const [who, own] of Object.entries(starters)) {
		expect([who, own.length <= 10 && new Set(own).size === own.length]).toEqual([who, true]);
		expect([who, own.filter((name) => !names.includes(name))]).toEqual([who, []]);
	}
});
