import * as z from 'zod/mini';
import {
	about,
	entries,
	flag,
	kindName,
	mistaken,
	object,
	oneOfKinds,
	readAs,
	schemaMember,
	text,
	titled,
} from '../process/definition-parts.ts';
import { readDefined } from '../process/file-definition.ts';
import { jsonSchemaOf } from '../process/validate.ts';
import { isSafeAddress } from '../transport/request.ts';
import { authority, entryMember, noReading, type Reading } from './entry-definition.ts';
import type { Connection, Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import { type Environment, Secret } from './secret.ts';
import { whyQuestions } from './why/questions.ts';

const addressExpected = 'an address such as https://mdm.example.com';
const addressShape =
	/^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]+)?)(?:\/[^\s?#]*)?$/;

/** An origin, possibly with the path of the API, without a slash at the end. */
function address(what: string) {
	const shape = text(addressExpected, addressShape, { isPrivate: true });
	return about(
		what,
		readAs(
			shape,
			(value) => {
				const url = URL.parse(value);
				if (!url || !isSafeAddress(url)) throw mistaken(value, addressExpected, { isPrivate: true });
				return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
			},
			'whether its host is one',
		),
	);
}

function connectionOf(kind: Kind, reading: Reading) {
	const needed = Object.entries(kind.needs).map(([member, need]) => [
		member,
		entryMember({ is: need, about: '', pattern: textForm }, reading),
	]);
	const optional = Object.entries(kind.options ?? {}).map(([member, option]) => [
		member,
		z.optional(entryMember({ is: 'text', ...option }, reading)),
	]);
	const url = address(`the origin of its API, with a path if it has one; required for ${withoutOrigin}`);
	const shape = {
		kind: kindName(kind.name),
		url: kind.origins({}).api === null ? url : z.optional(url),
		login_url: z.optional(address('the origin of sign-in')),
		ca_file: z.optional(about('a PEM file of the only authority that is trusted', authority(reading))),
		...(whyQuestions.has(kind.name) && (whyShape as object)),
		...(Object.fromEntries([...needed, ...optional]) as Record<
			string,
			z.ZodMiniType<string | Secret, unknown>
		>),
	};
	const entry = titled(kind.title, '', object(shape, 'an object with "kind"', { isPrivate: true }));
	return readAs(entry, ({ kind: _, url, login_url, ca_file, ...others }): Omit<Connection, 'name'> => {
		const { why = false, ...members } = others as { why?: boolean };
		const { texts, secrets } = textsAndSecrets(members as Readonly<Record<string, string | Secret>>);
		const usual = kind.origins({ ...texts, url: url === undefined ? '' : new URL(url).origin });
		const path = kind.path?.(texts) ?? '';
		const api = (url ?? usual.api)!;
		const login = login_url ?? usual.login ?? api;
		return {
			kind,
			api: api + path,
			login: login + (usual.login === null ? path : ''),
			authority: ca_file ?? null,
			why,
			texts,
			secrets,
		};
	});
}

/** The kinds whose services have no address in common. */
const withoutOrigin = [...kinds.values()]
	.filter(({ origins }) => origins({}).api === null)
	.map(({ name }) => `\`${name}\``)
	.join(', ');

const whyShape = {
	why: z.optional(
		about(
			'`true` asks the service [why late Macs are late](why-late.md), which may take further rights',
			flag(),
		),
	),
};

const textForm = { expected: 'a text without spaces', pattern: /^[\x21-\x7e]{1,500}$/ };

/** The members that are secrets, and the others. */
export function textsAndSecrets(members: Readonly<Record<string, string | Secret | undefined>>) {
	const texts: Record<string, string> = {};
	const secrets: Record<string, Secret> = {};
	for (const [name, value] of Object.entries(members))
		if (value instanceof Secret) secrets[name] = value;
		else if (value !== undefined) texts[name] = value;
	return { texts, secrets };
}

function definition(reading: Reading) {
	const [first, ...others] = [...kinds.values()].map((kind) => connectionOf(kind, reading));
	return object(
		{
			$schema: schemaMember,
			connections: about(
				'by the name after the `@`',
				entries(oneOfKinds([first!, ...others], [...kinds.keys()]), '{NAME: {"kind": …}}', {
					isPrivate: true,
				}),
			),
		},
		'{"connections": {NAME: {"kind": …}}} (see fleet connections --schema)',
		{ isPrivate: true },
	);
}

/** All connections of the file, by name. One mistake refuses the whole file. No message repeats a secret. */
export function connectionsIn(path: string, env: Environment): ReadonlyMap<string, Connection> {
	const file = { path, title: 'connections file', code: 'bad-connections' };
	const { connections } = readDefined(file, definition({ file, env }));
	return new Map(Object.entries(connections).map(([name, entry]) => [name, { name, ...entry }]));
}

export function connectionsSchema(): object {
	return jsonSchemaOf(definition(noReading), {
		$id: 'urn:pointrelease:schema:connections',
		title: 'Connections of pointrelease',
		description: 'The CONNECTIONS file: the management services that inventories are pulled from.',
	});
}
