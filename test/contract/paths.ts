import type { Case } from './cases.ts';
import { base, extended, majors } from './records.ts';

const m14 = base('"14"', 'J293AP', '14.8.9', '2026-08-06');
const air = extended(
	'"14"',
	'J413AP',
	['14.8.9', '2026-08-06'],
	['14.7.2', '2024-12-11'],
	['14.7.3', '2025-01-27'],
);

/** Spelling, names and routing. */
export const pathCases: Case[] = [
	{
		shows: 'a board ID in any letter case answers with the canonical spelling',
		path: '/items/j293ap',
		status: 200,
		body: majors('J293AP', '11.0, 12.0, 13.0, 14.0, 15.0, 26.0, 27.0'),
	},
	{
		shows: 'a mixed-case identifier is answered in the spelling of the data',
		path: '/items/j314CAP:12',
		status: 200,
		body: base('"12"', 'J314cAP', '12.7.6', '2024-07-29'),
	},
	{
		shows: 'an Intel board ID in lower case',
		path: '/items/mac-f42786c8:10.6',
		status: 200,
		body: base('"10.6"', 'Mac-F42786C8', '10.6.8', '2011-06-23'),
	},
	{ shows: 'an encoded colon is the colon', path: '/items/J413AP%3A14.7.2', status: 200, body: air },
	{
		shows: 'encoding is decoded once only',
		path: '/items/J413AP%253A14.7.2',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a model identifier of exactly one board resolves to that board',
		path: '/items/Mac14,2:14.7.2',
		status: 200,
		body: air,
	},
	{ shows: 'an Apple silicon ID without AP resolves', path: '/items/J413:14.7.2', status: 200, body: air },
	{
		shows: 'a printed number of unusual form resolves',
		path: '/items/M0001AP:6.0',
		status: 200,
		body: base('6.0', 'M0001A', '6.0.8', '1991-05-13'),
	},
	{
		shows: 'a name that several boards have is 404 and lists them',
		path: '/items/A2442:15',
		status: 404,
		members: {
			code: 'board-ambiguous',
			candidates: ['J314cAP', 'J314sAP'],
			boards: [
				{ board_id: 'J314cAP', name: 'MacBook Pro (14-inch, M1 Max, 2021)', year: '2021' },
				{ board_id: 'J314sAP', name: 'MacBook Pro (14-inch, M1 Pro, 2021)', year: '2021' },
			],
		},
	},
	{
		shows: 'the number on the case of one board resolves',
		path: '/items/a2681:14.7.2',
		status: 200,
		body: air,
	},
	{
		shows: 'the model identifier of a T2 Mac resolves to its board ID',
		path: '/items/MacBookPro15,1',
		status: 200,
		body: '{"board_id":"Mac-937A206F2EE63C01","supported_OS":"10.13, 10.14, 10.15, 11.0, 12.0, 13.0, 14.0, 15.0"}',
	},
	{ shows: 'query strings are ignored', path: '/items/14?x=1&y', status: 200, body: m14 },
	{
		shows: 'broken percent-encoding is 400',
		path: '/items/J293AP%zz',
		status: 400,
		members: { code: 'bad-encoding' },
	},
	{
		shows: 'encoded bytes that are not UTF-8 are 400',
		path: '/items/J293AP%ff',
		status: 400,
		members: { code: 'bad-encoding' },
	},
	{
		shows: 'a truncated percent-encoding is 400',
		path: '/items/J293AP%3',
		status: 400,
		members: { code: 'bad-encoding' },
	},
	{
		shows: 'a name with a NUL is an unknown name',
		path: '/items/J293AP%00',
		status: 404,
		members: { code: 'board-unknown' },
	},
	{
		shows: 'an encoded slash stays inside its segment',
		path: '/items/14%2Fboard_ids',
		status: 404,
		members: { code: 'version-unknown' },
	},
	{
		shows: 'a path with a trailing slash does not exist',
		path: '/items/14/',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a path with a trailing slash after board_ids does not exist',
		path: '/items/14/board_ids/',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a path with an empty segment does not exist',
		path: '/items//board_ids',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a path without an item does not exist',
		path: '/items/',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'the path of the collection does not exist',
		path: '/items',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a path with a segment other than board_ids does not exist',
		path: '/items/14/boards',
		status: 404,
		members: { code: 'not-found' },
	},
	{ shows: 'paths are case-sensitive', path: '/Items/14', status: 404, members: { code: 'not-found' } },
	{
		shows: 'an item without a version after its colon does not exist',
		path: '/items/J293AP:',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'an item without a board before its colon does not exist',
		path: '/items/:14',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'a board ID cannot contain a period',
		path: '/items/J293AP.1',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'an item that begins with neither a digit nor a letter does not exist',
		path: '/items/-14',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'an item with two colons has no version',
		path: '/items/J293AP:14:15',
		status: 404,
		members: { code: 'version-unknown' },
	},
	{ shows: 'a # is part of the name', path: '/items/14#x', status: 404 },
	{
		shows: 'a name with letters beyond ASCII is an unknown name',
		path: '/items/J293AP%C3%A9',
		status: 404,
		members: { code: 'board-unknown' },
	},
];
