import type { Case } from './cases.ts';

/** Authentication: the key is checked first, and anything but the decoded key gets 403. */
export const keyCases: Case[] = [
	{
		shows: 'a missing key is 403',
		path: '/items/14',
		key: null,
		status: 403,
		members: {
			code: 'key-refused',
			detail: 'the Authorization header is missing: send the license key in it',
		},
	},
	{
		shows: 'an unknown key is 403',
		path: '/items/14',
		key: () => 'AAAA-AAAA-AAAA-AAAA',
		status: 403,
		members: { code: 'key-refused', detail: 'the license key is not valid' },
	},
	{
		shows: 'the key in its encoded form is 403, with the hint to decode it',
		path: '/items/14',
		key: (valid) => btoa(valid),
		status: 403,
		members: { code: 'key-refused', detail: 'this is the base64 form of a key: decode it first' },
	},
	{
		shows: 'a Bearer prefix is 403',
		path: '/items/14',
		key: (valid) => `Bearer ${valid}`,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'lower case is 403',
		path: '/items/14',
		key: (valid) => valid.toLowerCase(),
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'extra characters are 403',
		path: '/items/14',
		key: (valid) => `${valid}X`,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'an empty key is 403',
		path: '/items/14',
		key: () => '',
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'a path that does not exist is 403 without a key',
		path: '/nowhere',
		key: null,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'a board that does not exist is 403 without a key',
		path: '/items/J999AP',
		key: null,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'broken encoding is 403 without a key',
		path: '/items/%zz',
		key: null,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'another method is 403 without a key',
		path: '/items/14',
		method: 'POST',
		key: null,
		status: 403,
		members: { code: 'key-refused' },
	},
	{
		shows: 'a path that does not exist is 404 with a key',
		path: '/nowhere',
		status: 404,
		members: { code: 'not-found' },
	},
	{
		shows: 'no cache stores a refusal',
		path: '/items/14',
		key: null,
		status: 403,
		answerHeaders: { 'cache-control': 'no-store', 'content-type': 'application/problem+json' },
	},
];
