import type { Case } from './cases.ts';

/** Operation 5: the boards of a version. */
export const boardsOfVersion: Case[] = [
	{
		shows: 'a Classic version lists model numbers',
		path: '/items/3.4/board_ids',
		status: 200,
		body: '{"os_version":"3.4","major_version":"3.4","compatible_board_ids":["M0001D","M0001E"],"count":2}',
	},
	{
		shows: 'a major with one release for some machines',
		path: '/items/2.1/board_ids',
		status: 200,
		body: '{"os_version":"2.1","major_version":"2.1","compatible_board_ids":["M0001P","M0001W"],"count":2}',
	},
	{
		shows: 'the Legacy major is inferred from a point release, which is echoed',
		path: '/items/10.15.7/board_ids',
		status: 200,
		members: { os_version: '10.15.7', major_version: '10.15' },
	},
	{
		shows: 'the Modern major is inferred from a point release',
		path: '/items/14.7.2/board_ids',
		status: 200,
		members: { os_version: '14.7.2', major_version: '14' },
	},
	{
		shows: 'a two-part Modern value is echoed',
		path: '/items/14.7/board_ids',
		status: 200,
		members: { os_version: '14.7', major_version: '14' },
	},
	{
		shows: 'a version that no board has is 404',
		path: '/items/16/board_ids',
		status: 404,
		members: { code: 'major-unknown' },
	},
	{
		shows: 'text that is not a version is 404',
		path: '/items/J293AP/board_ids',
		status: 404,
		members: { code: 'version-unknown' },
	},
];
