import { dirname, resolve } from 'node:path';
import type { NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { type Policy, policyOf } from '@pointrelease/core/src/advice/policy/policy.ts';
import { invalidFile, isRecord, refuseOtherMembers } from '../../process/json-file.ts';
import { nameShape } from '../../pull/connections-file.ts';
import { type Place, readSecret, type Secret } from '../../pull/secret.ts';
import { readAuthority } from '../../transport/request.ts';
import { type NoticeKind, noticeKinds } from '../message.ts';
import type { ChannelEntry, Need } from './channel-kind.ts';
import { channelKinds } from './channel-kinds.ts';

/** Members that every kind of channel takes. */
const commonMembers = ['kind', 'tell', 'policy', 'group', 'names', 'ca_file'] as const;

/** A placeholder in policies of channels: each round replaces it with its own day (`viewOf`). */
const anyDay = '2026-01-01';

/** The channels of a watch file, checked, with their secrets read. */
export function readChannels(value: unknown, place: Place, policies: NamedPolicies): ChannelEntry[] {
	const { file } = place;
	if (value === undefined) return [];
	if (!isRecord(value))
		throw invalidFile(file, 'channels: expected {NAME: {"kind": …}} (see watch --schema)');
	return Object.entries(value).map(([name, entry]) => {
		if (!nameShape.test(name))
			throw invalidFile(
				file,
				`channels: ${JSON.stringify(name)} is not a name: expected letters, digits, dots, hyphens and underscores`,
			);
		return channelOf(name, entry, { ...place, where: `channels.${name}` }, policies);
	});
}

function channelOf(name: string, entry: unknown, place: Place, policies: NamedPolicies): ChannelEntry {
	const { file, where } = place;
	if (!isRecord(entry)) throw invalidFile(file, `${where}: expected an object`);
	const kind = typeof entry.kind === 'string' ? channelKinds.get(entry.kind) : undefined;
	if (!kind) throw invalidFile(file, `${where}.kind: expected one of ${[...channelKinds.keys()].join(', ')}`);
	const kindMembers = { ...kind.needs, ...kind.options };
	const members = [...commonMembers, ...Object.keys(kindMembers)];
	refuseOtherMembers(entry, members, { file, where, kind: kind.name });
	const texts: Record<string, string> = {};
	const secrets: Record<string, Secret> = {};
	for (const [member, need] of Object.entries(kindMembers)) {
		if (entry[member] === undefined && member in kind.options) continue;
		const at = { ...place, where: `${where}.${member}` };
		if (need === 'secret') secrets[member] = readSecret(entry[member], at);
		else texts[member] = textMember(entry[member], need, at);
	}
	if (entry.names !== undefined && typeof entry.names !== 'boolean')
		throw invalidFile(file, `${where}.names: expected true or false`);
	const channel: ChannelEntry = {
		name,
		kind,
		tell: tellOf(entry.tell, place),
		policy: policyIn(entry.policy, place, policies),
		group: groupOf(entry.group, place),
		names: entry.names === true,
		texts,
		secrets,
		authority: authorityOf(entry.ca_file, place),
	};
	const mistake = kind.mistake(channel);
	if (mistake !== null) throw invalidFile(file, `${where}: ${mistake}`);
	return channel;
}

function textMember(value: unknown, need: Exclude<Need, 'secret'>, { file, where }: Place): string {
	if (typeof need !== 'string') {
		if (typeof value === 'string' && need.includes(value)) return value;
		throw invalidFile(file, `${where}: expected ${need.join(' or ')}`);
	}
	if (typeof value === 'string' && value.trim() !== '' && value.length <= 500)
		return need === 'path' ? resolve(dirname(file.path), value) : value;
	throw invalidFile(file, `${where}: expected a text`);
}

function tellOf(value: unknown, { file, where }: Place): readonly NoticeKind[] {
	if (value === undefined) return noticeKinds;
	const isKinds =
		Array.isArray(value) &&
		value.length > 0 &&
		value.every((kind) => noticeKinds.includes(kind as NoticeKind));
	if (!isKinds) throw invalidFile(file, `${where}.tell: expected a list of ${noticeKinds.join(', ')}`);
	return value as NoticeKind[];
}

function policyIn(value: unknown, { file, where }: Place, policies: NamedPolicies): Policy | null {
	if (value === undefined) return null;
	const policy = typeof value === 'string' ? policies.get(value) : undefined;
	if (!policy) throw invalidFile(file, `${where}.policy: expected one of ${[...policies.keys()].join(', ')}`);
	return policyOf(anyDay, policy.terms, String(value));
}

function groupOf(value: unknown, { file, where }: Place): ChannelEntry['group'] {
	if (value === undefined) return null;
	const isGroup =
		isRecord(value) &&
		Object.keys(value).length === 2 &&
		[value.column, value.value].every((text) => typeof text === 'string' && text !== '');
	if (!isGroup) throw invalidFile(file, `${where}.group: expected {"column": COLUMN, "value": VALUE}`);
	return { column: String(value.column), value: String(value.value) };
}

function authorityOf(value: unknown, { file, where }: Place): string | null {
	if (value === undefined) return null;
	if (typeof value !== 'string') throw invalidFile(file, `${where}.ca_file: expected the path of a PEM file`);
	return readAuthority(resolve(dirname(file.path), value), `${where}.ca_file`);
}
