import { expect, test } from 'bun:test';
import { shipped } from '../../../../test/shipped-data.ts';
import { releasesCalendar } from './calendar.ts';

const text = releasesCalendar(shipped, 'https://macs.example', '2026-11-17');
const events = text
	.replaceAll('\r\n ', '')
	.split('BEGIN:VEVENT\r\n')
	.slice(1)
	.map((event) => Object.fromEntries(event.split('\r\n').map((line) => [line.split(/[:;]/)[0], line])));
const eventOf = (summary: string) => events.find(({ SUMMARY }) => SUMMARY === `SUMMARY:${summary}`);

test('a release is an event of its day, with its page', () => {
	expect(eventOf('macOS 14.8.9 released')).toMatchObject({
		DTSTART: 'DTSTART;VALUE=DATE:20260806',
		DTEND: 'DTEND;VALUE=DATE:20260807',
		URL: 'URL:https://macs.example/release/14.8.9',
		STATUS: 'STATUS:CONFIRMED',
	});
	expect(eventOf('macOS 10.15 released')?.URL).toBe('URL:https://macs.example/release/10.15.0');
});

test('an end of support is an event of its day, and an expected end is an event of its month that says so', () => {
	expect(eventOf('macOS 14: end of support')).toMatchObject({
		DTSTART: 'DTSTART;VALUE=DATE:20260914',
		STATUS: 'STATUS:CONFIRMED',
	});
	expect(eventOf('Expected: macOS 15: end of support')).toMatchObject({
		DTSTART: 'DTSTART;VALUE=DATE:20270901',
		DTEND: 'DTEND;VALUE=DATE:20271001',
		STATUS: 'STATUS:TENTATIVE',
	});
});

test('every event has a unique ID that never changes, and no line is longer than 75 octets', () => {
	const names = events.map(({ UID }) => UID);
	expect(new Set(names).size).toBe(names.length);
	const later = releasesCalendar(shipped, 'https://elsewhere.example', '2026-12-24');
	for (const name of names) expect(later).toContain(name!);
	for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
	expect(text).toStartWith('BEGIN:VCALENDAR\r\nVERSION:2.0\r\n');
	expect(text).toEndWith('END:VEVENT\r\nEND:VCALENDAR\r\n');
});
