import { expect, test } from 'bun:test';
import { temporaryState } from '../../../test/live.ts';
import { openDatabase } from '../../database/open.ts';
import { answerRequests, requestLostKeys } from '../../licenses/lost-key.ts';
import { readSettings } from '../../settings/settings.ts';
import { checkLostKeys, checkReminders } from './mail.ts';

test('doctor says whether the lost-key page is on, and when a request waits too long', async () => {
	const state = temporaryState();
	const settings = (env: Record<string, string> = {}) =>
		readSettings({ POINTRELEASE_STATE: state.folder, ...env });
	const database = await openDatabase(settings(), { make: true });
	const on = settings({ LOST_KEY: 'on', SMTP_URL: 'smtp://127.0.0.1' });
	const states = async (inForce = on) =>
		(await checkLostKeys(inForce, database)).map(({ state, found }) => [state, found]);
	try {
		expect(await states(settings())).toEqual([]);
		expect(await states(settings({ LOST_KEY: 'on' }))).toEqual([
			['warning', 'LOST_KEY is on without SMTP_URL, so /lost-key stays off'],
		]);
		await requestLostKeys(database, 'ann@example.com');
		expect(await states()).toEqual([['ok', '1 request for lost keys waiting']]);
		await database.rows('UPDATE lost_key_requests SET asked = 0');
		const late = '1 request for lost keys waiting, the oldest since 1970-01-01T00:00:00.000Z';
		expect(await states()).toEqual([['warning', late]]);
		expect(await states(settings())).toEqual([['warning', late]]);
		await answerRequests(database);
		expect(await states()).toEqual([['ok', '0 requests for lost keys waiting']]);
	} finally {
		await database.close();
		state.remove();
	}
});

test('doctor says whether reminders are mailed, and whether they contain an address', () => {
	const reminders = (env: Record<string, string>) =>
		checkReminders(readSettings(env)).map(({ state, found }) => [state, found]);
	const smtp = { SMTP_URL: 'smtp://127.0.0.1' };
	expect(reminders(smtp)).toEqual([]);
	expect(reminders({ REMINDERS: '7' })).toEqual([
		['warning', 'REMINDERS is set without SMTP_URL, so no reminder is mailed'],
	]);
	const words = 'mailed 30, 0 days before the end of a license, at 9:00 UTC';
	expect(reminders({ ...smtp, REMINDERS: '0,30' })).toEqual([
		['warning', `${words}, without an address where to renew`],
	]);
	expect(reminders({ ...smtp, REMINDERS: '30,0', RENEW_URL: 'https://shop.example' })).toEqual([
		['ok', words],
	]);
	for (const wrong of ['shop.example', 'https://a b', 'ftp://shop.example', 'https://shop.example/"'])
		expect(() => readSettings({ RENEW_URL: wrong })).toThrow(
			'RENEW_URL is not of the form https://host/path',
		);
});
