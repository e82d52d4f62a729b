import { shipped } from '../shipped-data.ts';
import type { Case } from './cases.ts';
import { base } from './records.ts';

const lastChange = new Date(shipped.changed).toUTCString();
const m14 = base('"14"', 'J293AP', '14.8.9', '2026-08-06');

/** Methods, caching and cross-origin use. */
export const methodCases: Case[] = [
	{
		shows: 'HEAD answers like GET without a body',
		path: '/items/14',
		method: 'HEAD',
		status: 200,
		body: '',
		answerHeaders: { 'content-type': 'application/json', 'content-length': String(m14.length) },
	},
	{
		shows: 'HEAD of what does not exist is 404 without a body',
		path: '/items/J999AP',
		method: 'HEAD',
		status: 404,
		body: '',
	},
	...['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].map(
		(method): Case => ({
			shows: `${method} on a known path is 405 with Allow`,
			path: '/items/14',
			method,
			status: 405,
			members: { code: 'method-not-allowed' },
			answerHeaders: { allow: 'GET, HEAD' },
		}),
	),
	{
		shows: 'another method on an existing path with an unknown item is 405',
		path: '/items/J999AP',
		method: 'POST',
		status: 405,
	},
	{
		shows: 'another method on a path that does not exist is 404',
		path: '/nowhere',
		method: 'POST',
		status: 404,
	},
	{
		shows: 'a CORS preflight is answered without a key and allows the header that carries it',
		path: '/items/14',
		method: 'OPTIONS',
		key: null,
		headers: {
			Origin: 'https://admin.example',
			'Access-Control-Request-Method': 'GET',
			'Access-Control-Request-Headers': 'authorization',
		},
		status: 204,
		answerHeaders: {
			'access-control-allow-origin': '*',
			'access-control-allow-methods': 'GET, HEAD',
			'access-control-allow-headers': 'Authorization, If-None-Match, If-Modified-Since, Accept',
		},
	},
	{
		shows: 'pages of other origins may read an answer',
		path: '/items/14',
		headers: { Origin: 'https://admin.example' },
		status: 200,
		answerHeaders: { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
	},
	{
		shows: 'an answer is private and five minutes fresh',
		path: '/items/14',
		status: 200,
		answerHeaders: { 'cache-control': 'private, max-age=300' },
	},
	{
		shows: 'Last-Modified of an answer is the last change of the data set',
		path: '/items/14',
		status: 200,
		answerHeaders: { 'last-modified': lastChange },
	},
	{
		shows: 'If-None-Match with another tag gets the answer',
		path: '/items/14',
		headers: { 'If-None-Match': '"other"' },
		status: 200,
		body: m14,
	},
	{
		shows: 'If-None-Match with * gets 304',
		path: '/items/14',
		headers: { 'If-None-Match': '*' },
		status: 304,
		body: '',
	},
	{
		shows: 'If-None-Match on what does not exist is still 404',
		path: '/items/J999AP',
		headers: { 'If-None-Match': '*' },
		status: 404,
	},
	{
		shows: 'If-Modified-Since at the moment of the last change gets 304',
		path: '/items/14',
		headers: { 'If-Modified-Since': lastChange },
		status: 304,
	},
	{
		shows: 'If-Modified-Since before the last change gets the answer',
		path: '/items/14',
		headers: { 'If-Modified-Since': 'Mon, 16 Nov 2026 02:59:59 GMT' },
		status: 200,
	},
	{
		shows: 'an If-Modified-Since that is not a date is ignored',
		path: '/items/14',
		headers: { 'If-Modified-Since': 'yesterday-ish' },
		status: 200,
	},
	{
		shows: 'If-None-Match wins over If-Modified-Since',
		path: '/items/14',
		headers: { 'If-None-Match': '"other"', 'If-Modified-Since': lastChange },
		status: 200,
	},
];
