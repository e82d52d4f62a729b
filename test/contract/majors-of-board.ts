import type { Case } from './cases.ts';
import { majors } from './records.ts';

/** Operation 4: the majors of a board. */
export const majorsOfBoard: Case[] = [
	{
		shows: 'Modern majors are written with .0',
		path: '/items/J293AP',
		status: 200,
		body: majors('J293AP', '11.0, 12.0, 13.0, 14.0, 15.0, 26.0, 27.0'),
	},
	{
		shows: 'an Intel board across Legacy and Modern',
		path: '/items/Mac-35C1E88140C3E6CF',
		status: 200,
		body: majors('Mac-35C1E88140C3E6CF', '10.8, 10.9, 10.10, 10.11, 10.12, 10.13, 10.14, 10.15, 11.0'),
	},
	{
		shows: 'a model number that spans both data sets lists both',
		path: '/items/M3979',
		status: 200,
		body: majors('M3979', '7.5, 7.6, 8.0, 8.1, 8.5, 8.6, 9.0, 9.1, 9.2, 10.0, 10.1, 10.2'),
	},
	{
		shows: 'a model number of 68k and PowerPC machines has the union',
		path: '/items/M3076',
		status: 200,
		body: majors('M3076', '7.5, 7.6, 8.0, 8.1, 8.5, 8.6, 9.0, 9.1'),
	},
	{
		shows: 'the first Macintosh',
		path: '/items/M0001',
		status: 200,
		body: majors('M0001', '0.97, 1.0, 1.1, 2.0, 3.0, 3.1, 3.2'),
	},
	{
		shows: 'the Intel virtual machine',
		path: '/items/VMM-x86_64',
		status: 200,
		body: majors(
			'VMM-x86_64',
			'10.6, 10.7, 10.8, 10.9, 10.10, 10.11, 10.12, 10.13, 10.14, 10.15, 11.0, 12.0, 13.0, 14.0, 15.0, 26.0',
		),
	},
	{
		shows: 'the Apple silicon virtual machine',
		path: '/items/VMA2MACOSAP',
		status: 200,
		body: majors('VMA2MACOSAP', '12.0, 13.0, 14.0, 15.0, 26.0, 27.0'),
	},
	{
		shows: 'a T2 update identifier has the majors since its Mac was sold',
		path: '/items/J152FAP',
		status: 200,
		body: majors('J152FAP', '10.15, 11.0, 12.0, 13.0, 14.0, 15.0, 26.0'),
	},
	{
		shows: 'its board ID also has the earlier majors',
		path: '/items/Mac-E1008331FDC96864',
		status: 200,
		body: majors('Mac-E1008331FDC96864', '10.15, 11.0, 12.0, 13.0, 14.0, 15.0, 26.0'),
	},
	{
		shows: 'a board without records is 404',
		path: '/items/J999AP',
		status: 404,
		members: { code: 'board-unknown' },
	},
	{
		shows: 'an internal identifier says why it is left out',
		path: '/items/X86LEGACYAP',
		status: 404,
		members: { code: 'board-unknown' },
	},
];
