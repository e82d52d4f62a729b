import type { Case } from './cases.ts';
import { base } from './records.ts';

const m14 = base('"14"', 'J293AP', '14.8.9', '2026-08-06');

/** Operation 2: the latest release of a board and major. */
export const latestOfBoard: Case[] = [
	{
		shows: 'an Apple silicon board and a major',
		path: '/items/J700AP:26',
		status: 200,
		body: base('"26"', 'J700AP', '26.7.2', '2026-10-26'),
	},
	{
		shows: 'a two-part Modern value after the colon answers the base record',
		path: '/items/J293AP:14.7',
		status: 200,
		body: m14,
	},
	{
		shows: 'an Intel board and a Legacy major',
		path: '/items/Mac-F42786C8:10.6',
		status: 200,
		body: base('"10.6"', 'Mac-F42786C8', '10.6.8', '2011-06-23'),
	},
	{
		shows: 'a PowerPC model number and a Legacy major',
		path: '/items/A1047:10.5',
		status: 200,
		body: base('"10.5"', 'A1047', '10.5.8', '2009-08-05'),
	},
	{
		shows: 'a 68k model number and a Classic major',
		path: '/items/M0001A:6.0',
		status: 200,
		body: base('6.0', 'M0001A', '6.0.8', '1991-05-13'),
	},
	{
		shows: 'the Apple silicon virtual machine',
		path: '/items/VMA2MACOSAP:12',
		status: 200,
		body: base('"12"', 'VMA2MACOSAP', '12.7.6', '2024-07-29'),
	},
	{
		shows: 'the Intel virtual machine in a Legacy major',
		path: '/items/VMM-x86_64:10.15',
		status: 200,
		body: base('"10.15"', 'VMM-x86_64', '10.15.8', '2026-02-02'),
	},
	{
		shows: 'a T2 Mac under its board ID',
		path: '/items/Mac-E1008331FDC96864:26',
		status: 200,
		body: base('"26"', 'Mac-E1008331FDC96864', '26.7.2', '2026-10-26'),
	},
	{
		shows: 'the same T2 Mac under its update identifier',
		path: '/items/J152FAP:26',
		status: 200,
		body: base('"26"', 'J152FAP', '26.7.2', '2026-10-26'),
	},
	{
		shows: 'a board whose latest release is older than the latest of the major',
		path: '/items/M0001W:4.1',
		status: 200,
		body: base('4.1', 'M0001W', '4.1', '1987-04-01'),
	},
	{
		shows: 'a major that the board does not support is 404, with the majors that it supports',
		path: '/items/Mac-E1008331FDC96864:27',
		status: 404,
		members: {
			code: 'major-not-supported',
			board_id: 'Mac-E1008331FDC96864',
			supported_OS: '10.15, 11.0, 12.0, 13.0, 14.0, 15.0, 26.0',
		},
	},
	{
		shows: 'a T2 Mac has the same records under both of its identifiers, from its first release on',
		path: '/items/J680AP:10.13',
		status: 200,
		body: base('"10.13"', 'J680AP', '10.13.6', '2018-07-09'),
	},
	{
		shows: 'the Intel virtual machine does not run 27',
		path: '/items/VMM-x86_64:27',
		status: 404,
		members: { code: 'major-not-supported' },
	},
	{
		shows: 'the Apple silicon virtual machine does not run 11',
		path: '/items/VMA2MACOSAP:11',
		status: 404,
		members: { code: 'major-not-supported' },
	},
	{
		shows: 'an unknown board has an error of its own, with the closest identifiers',
		path: '/items/J239AP:14',
		status: 404,
		members: { code: 'board-unknown', suggestions: ['J293AP'] },
	},
	{
		shows: 'a major that was never released',
		path: '/items/J293AP:16',
		status: 404,
		members: { code: 'major-unknown' },
	},
];
