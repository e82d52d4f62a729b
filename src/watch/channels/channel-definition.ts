import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import * as z from 'zod/mini';
import {
	about,
	flag,
	kindName,
	listOf,
	Mistake,
	mistaken,
	object,
	oneOf,
	oneOfKinds,
	readAs,
	text,
	titled,
} from '../../process/definition-parts.ts';
import { textsAndSecrets } from '../../pull/connections-definition.ts';
import { authority, entryMember, type Reading } from '../../pull/entry-definition.ts';
import type { Secret } from '../../pull/secret.ts';
import { type NoticeKind, noticeKinds } from '../message.ts';
import type { ChannelEntry, ChannelKind } from './channel-kind.ts';
import { channelKinds } from './channel-kinds.ts';

/** A placeholder in policies of channels: each round replaces it with its own day (`viewOf`). */
const anyDay = '2026-01-01';

/** The name of a policy, which the reader turns into its terms. */
export function policyNamed(policies: NamedPolicies) {
	return readAs(
		text('the name of a policy'),
		(name) => {
			const policy = policies.get(name);
			if (!policy) throw mistaken(name, `one of ${[...policies.keys()].join(', ')}`);
			return policyOf(anyDay, policy.terms, name);
		},
		'whether there is one of that name',
	);
}

/** A channel of any kind, with its secrets read. */
export function channelOfKinds(reading: Reading, policies: NamedPolicies) {
	const [first, ...others] = [...channelKinds.values()].map((kind) => channelOf(kind, reading, policies));
	return oneOfKinds([first!, ...others], [...channelKinds.keys()]);
}

function channelOf(kind: ChannelKind, reading: Reading, policies: NamedPolicies) {
	const needs = Object.entries(kind.needs).map(([name, need]) => [name, entryMember(need, reading)]);
	const options = Object.entries(kind.options).map(([name, option]) => [
		name,
		z.optional(entryMember(option, reading)),
	]);
	const members = {
		kind: kindName(kind.name),
		...(Object.fromEntries([...needs, ...options]) as Record<
			string,
			z.ZodMiniType<string | Secret | undefined, unknown>
		>),
		tell: z.optional(
			about(
				'the kinds of messages: all of them unless named; `mac` only for a `webhook` with `names`',
				listOf(oneOf(kindsFor(kind)), `a list of ${kindsFor(kind).join(', ')}`, { least: 1 }),
			),
		),
		policy: z.optional(about('its own policy, in place of that of the file', policyNamed(policies))),
		group: z.optional(
			about(
				'only Macs whose row has the value in the column',
				object(
					{
						column: about('is its name', text()),
						value: about('is its value', text()),
					},
					'{"column": COLUMN, "value": VALUE}',
				),
			),
		),
		group_by: z.optional(
			about('a column, such as `Department`: messages have a line for each of its values', text()),
		),
		names: z._default(about('`true` allows names of Macs. Leave it off for chat', flag()), false),
		ca_file: z.optional(
			about(
				'a PEM file with the only authority that is trusted. Private networks are allowed, `https://` alone; redirects are not followed',
				authority(reading),
			),
		),
	};
	const entry = titled(kind.title, kind.about, object(members, 'an object with "kind"', { isPrivate: true }));
	return readAs(
		entry,
		({ kind: _, tell, policy, group, group_by, names, ca_file, ...others }): Omit<ChannelEntry, 'name'> => ({
			kind,
			tell: toldKinds(kind, names, tell),
			policy: policy ?? null,
			group: group ?? null,
			groupBy: group_by ?? null,
			names,
			authority: ca_file ?? null,
			...textsAndSecrets(others as Readonly<Record<string, string | Secret | undefined>>),
		}),
	);
}

/** Only programs are told of each Mac. */
function kindsFor({ takesEvents }: ChannelKind): readonly NoticeKind[] {
	return takesEvents ? noticeKinds : noticeKinds.filter((kind) => kind !== 'mac');
}

/** A channel that may not have names is told of no single Mac. */
function toldKinds(
	kind: ChannelKind,
	names: boolean,
	tell: readonly NoticeKind[] | undefined,
): readonly NoticeKind[] {
	if (!names && tell?.includes('mac'))
		throw new Mistake('has "mac", which names Macs: expected "names": true beside it', ['tell']);
	return tell ?? kindsFor(kind).filter((each) => each !== 'mac' || names);
}
