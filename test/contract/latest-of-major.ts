import type { Case } from './cases.ts';
import { base } from './records.ts';

const m14 = base('"14"', 'J293AP', '14.8.9', '2026-08-06');

/** Operation 1: the latest release of a major version. */
export const latestOfMajor: Case[] = [
	{ shows: 'a Modern major answers with J293AP', path: '/items/14', status: 200, body: m14 },
	{
		shows: 'the newest major',
		path: '/items/27',
		status: 200,
		body: base('"27"', 'J293AP', '27.2', '2026-10-26'),
	},
	{
		shows: 'the first Modern major, released again in 2026',
		path: '/items/11',
		status: 200,
		body: base('"11"', 'J293AP', '11.7.11', '2026-02-02'),
	},
	{
		shows: 'a full point release answers for its major, not for itself',
		path: '/items/14.7.2',
		status: 200,
		body: m14,
	},
	{ shows: 'a two-part Modern value answers for its major', path: '/items/14.7', status: 200, body: m14 },
	{
		shows: 'a point release that never existed still answers for its major',
		path: '/items/14.8.6',
		status: 200,
		body: m14,
	},
	{
		shows: 'a Legacy Intel major answers with an Intel board',
		path: '/items/10.14',
		status: 200,
		body: base('"10.14"', 'Mac-F221BEC8', '10.14.6', '2019-07-22'),
	},
	{
		shows: '10.15 ends with the release of 2026',
		path: '/items/10.15',
		status: 200,
		body: base('"10.15"', 'Mac-F60DEB81FF30ACF6', '10.15.8', '2026-02-02'),
	},
	{
		shows: 'a Legacy point release answers for its two-part major',
		path: '/items/10.15.7',
		status: 200,
		body: base('"10.15"', 'Mac-F60DEB81FF30ACF6', '10.15.8', '2026-02-02'),
	},
	{
		shows: 'a Legacy PowerPC major answers with a model number',
		path: '/items/10.5',
		status: 200,
		body: base('"10.5"', 'M8493', '10.5.8', '2009-08-05'),
	},
	{
		shows: '10.4 ends at 10.4.11, which comes after 10.4.9',
		path: '/items/10.4',
		status: 200,
		body: base('"10.4"', 'M8493', '10.4.11', '2007-11-14'),
	},
	{
		shows: 'a Classic major is a JSON number with its decimals',
		path: '/items/9.0',
		status: 200,
		body: base('9.0', 'M1596', '9.0.4', '2000-04-04'),
	},
	{
		shows: 'the last Classic major',
		path: '/items/9.2',
		status: 200,
		body: base('9.2', 'M8493', '9.2.2', '2001-12-05'),
	},
	{
		shows: 'a Classic point release answers for its two-part major',
		path: '/items/7.5.3',
		status: 200,
		body: base('7.5', 'M1596', '7.5.5', '1996-09-18'),
	},
	{
		shows: 'System 0.97 is used as it is',
		path: '/items/0.97',
		status: 200,
		body: base('0.97', 'M0001', '0.97', '1984-01-24'),
	},
	{
		shows: 'the bundle number 5.1 is a separate major',
		path: '/items/5.1',
		status: 200,
		body: base('5.1', 'M0001A', '5.1', '1987-12-01'),
	},
	{
		shows: '6.0 answers with the composite key as text',
		path: '/items/6.0',
		status: 200,
		body: base('6.0', 'M0001A', '6.0.8', '1991-05-13'),
	},
	{
		shows: 'a withdrawn release is never the latest',
		path: '/items/7.5',
		status: 200,
		body: base('7.5', 'M1596', '7.5.5', '1996-09-18'),
	},
	...['10', '9', '014', '14.x', '14.', '1e1'].map(
		(path): Case => ({
			shows: `${path} is not a version`,
			path: `/items/${path}`,
			status: 404,
			members: { code: 'version-unknown' },
		}),
	),
	{
		shows: 'for a variant, the error names the release that it is an edition of',
		path: '/items/6.0.8L',
		status: 404,
		members: { code: 'version-unknown', suggestions: ['6.0.8'] },
	},
	{
		shows: 'for a variant without such a release, the error suggests none',
		path: '/items/7.1.2P',
		status: 404,
		body: '{"type":"urn:pointrelease:problem:version-unknown","title":"Not a version","status":404,"detail":"\\"7.1.2P\\" was made for certain Macs only and is not a release here","code":"version-unknown"}',
	},
	...['10.16', '99', '16', '4.9'].map(
		(path): Case => ({
			shows: `${path} is a major that was never released`,
			path: `/items/${path}`,
			status: 404,
			members: { code: 'major-unknown' },
		}),
	),
];
