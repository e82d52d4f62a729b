import type { KeyObject } from 'node:crypto';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Framework, frameworks } from '@pointrelease/core/src/advice/policy/frameworks.ts';
import { builtInPolicies, type NamedPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import {
	type EnforcementFormat,
	type FormatOptions,
	formatNames,
	isMdm,
	mdmNames,
} from '@pointrelease/core/src/integrations/enforce/formats.ts';
import { isMaker } from '../history/evidence-folder.ts';
import { readEvidenceKey } from '../history/evidence-key.ts';
import { Failure } from '../process/failure.ts';
import { invalidFile, isRecord, type JsonFile, readJsonFile } from '../process/json-file.ts';
import { connectionNamed, isConnection, readConnections } from '../pull/connections-file.ts';
import type { Connection } from '../pull/kind.ts';
import { type Environment, readSecret, type Secret } from '../pull/secret.ts';
import { readPolicies } from '../settings/policies-definition.ts';
import type { Settings } from '../settings/settings.ts';
import { durationExpected, readDuration } from './duration.ts';

/** An inventory of the watch file: a connection, or a file or folder. */
export interface Source {
	/** As the watch file has it, such as `@jamf`. */
	readonly name: string;
	readonly connection: Connection | null;
	/** The file or folder; empty for a connection. */
	readonly path: string;
}

export interface EnforcePlan {
	readonly folder: string;
	readonly formats: readonly EnforcementFormat[];
	readonly options: FormatOptions;
}

export interface EvidencePlan {
	readonly folder: string;
	readonly key: KeyObject | null;
	readonly by: string | null;
	readonly pseudonymous: boolean;
}

/** The members of a watch file. `watch-schema.ts` describes them. */
const members = [
	'inventories',
	'connections',
	'every',
	'late_days',
	'owned',
	'keep',
	'policy',
	'framework',
	'unranked',
	'exceptions',
	'time_zone',
	'channels',
	'reports',
	'enforce',
	'evidence',
	'heartbeat',
	'keep_days',
	'history',
	'page',
] as const;
type Member = (typeof members)[number];
type Entries = Readonly<Partial<Record<Member, unknown>>>;

const usualEvery = '24h';
const mostDays = 3650;

function entriesIn(file: JsonFile): Entries {
	const value = readJsonFile(file);
	if (!isRecord(value)) throw invalidFile(file, 'expected an object with "inventories" (see watch --schema)');
	const unknownMember = Object.keys(value).find(
		(name) => name !== '$schema' && !members.includes(name as Member),
	);
	if (unknownMember !== undefined)
		throw invalidFile(file, `it has ${JSON.stringify(unknownMember)}: expected ${members.join(', ')}`);
	return value;
}

/** Reads the members of a watch file. Throws a Failure that says in one line which member is wrong. */
export class WatchFileReader {
	readonly entries: Entries;
	readonly #file: JsonFile;
	readonly #settings: Settings;

	constructor(file: JsonFile, settings: Settings) {
		this.#file = file;
		this.entries = entriesIn(file);
		this.#settings = settings;
	}

	wrong(member: string, expected: string): Failure {
		return invalidFile(this.#file, `${member}: expected ${expected}`);
	}

	text(member: Member, expected = 'a text'): string | null {
		const value = this.entries[member];
		if (value === undefined) return null;
		if (typeof value !== 'string' || value.trim() === '') throw this.wrong(member, expected);
		return value;
	}

	texts(member: Member, expected: string): readonly string[] {
		const value = this.entries[member] ?? [];
		const isList =
			Array.isArray(value) && value.every((text) => typeof text === 'string' && text.trim() !== '');
		if (!isList) throw this.wrong(member, `a list of ${expected}`);
		return value;
	}

	path(member: Member): string | null {
		const text = this.text(member, 'a path');
		return text === null ? null : this.#resolved(text);
	}

	#resolved(path: string): string {
		return isAbsolute(path) ? path : join(dirname(resolve(this.#file.path)), path);
	}

	number(member: Member, usual: number): number {
		const value = this.entries[member] ?? usual;
		if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > mostDays)
			throw this.wrong(member, `a whole number of days from 1 to ${mostDays}`);
		return value as number;
	}

	every(): number {
		const duration = readDuration(this.text('every', durationExpected) ?? usualEvery);
		if (duration === null) throw this.wrong('every', durationExpected);
		return duration;
	}

	inventories(): readonly string[] {
		const names = this.texts('inventories', 'files, folders and @connections');
		if (names.length === 0) throw this.wrong('inventories', 'at least one file, folder or @connection');
		return names;
	}

	/** Makes a function that turns a name into a source. The connections file is read once, and only if a name needs it. */
	sources(env: Environment): (name: string) => Source {
		const path = this.path('connections') ?? this.#settings.connectionsFile;
		let connections: ReadonlyMap<string, Connection> | null = null;
		return (name) => {
			if (!isConnection(name)) return { name, connection: null, path: this.#resolved(name) };
			if (path === null)
				throw invalidFile(
					this.#file,
					`${name} needs a connections file: set "connections" or CONNECTIONS to its path`,
				);
			connections ??= readConnections(path, env);
			return { name, connection: connectionNamed(connections, name), path: '' };
		};
	}

	policy(): { policies: NamedPolicies; policyName: string | null } {
		const { policiesFile } = this.#settings;
		const policies = policiesFile === null ? builtInPolicies : readPolicies(policiesFile);
		const policyName = this.text('policy');
		if (policyName !== null && !policies.has(policyName))
			throw this.wrong('policy', `one of ${[...policies.keys()].join(', ')}`);
		return { policies, policyName };
	}

	framework(): Framework | null {
		const key = this.text('framework');
		if (key === null) return null;
		const framework = frameworks.get(key);
		if (!framework) throw this.wrong('framework', `one of ${[...frameworks.keys()].join(', ')}`);
		return framework;
	}

	unranked(framework: Framework | null): 'critical' | null {
		const text = this.text('unranked');
		if (text !== null && text !== 'critical') throw this.wrong('unranked', '"critical"');
		const alone = (['unranked', 'exceptions', 'evidence'] as const).find(
			(member) => this.entries[member] !== undefined,
		);
		if (framework === null && alone) throw invalidFile(this.#file, `${alone} needs "framework"`);
		return text;
	}

	timeZone(): string {
		const text = this.text('time_zone') ?? 'UTC';
		try {
			return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
		} catch {
			throw this.wrong('time_zone', 'a name such as Europe/Berlin');
		}
	}

	#part(member: Member, names: readonly string[]): Readonly<Record<string, unknown>> | null {
		const value = this.entries[member];
		if (value === undefined) return null;
		if (!isRecord(value)) throw this.wrong(member, `an object with ${names.join(', ')}`);
		const unknownMember = Object.keys(value).find((name) => !names.includes(name));
		if (unknownMember !== undefined)
			throw invalidFile(
				this.#file,
				`${member} has ${JSON.stringify(unknownMember)}: expected ${names.join(', ')}`,
			);
		if (typeof value.folder !== 'string' || value.folder === '')
			throw this.wrong(`${member}.folder`, 'a path');
		return value;
	}

	enforce(policyName: string | null): EnforcePlan | null {
		const part = this.#part('enforce', ['folder', 'formats', 'mdm', 'activations', 'own_major']);
		if (part === null) return null;
		if (policyName === null) throw invalidFile(this.#file, 'enforce needs "policy"');
		const { formats, mdm } = part;
		const isFormats =
			Array.isArray(formats) &&
			formats.length > 0 &&
			formats.every((format) => formatNames.includes(format as EnforcementFormat));
		if (!isFormats) throw this.wrong('enforce.formats', `a list of ${formatNames.join(', ')}`);
		if (mdm !== undefined && !(typeof mdm === 'string' && isMdm(mdm)))
			throw this.wrong('enforce.mdm', `one of ${mdmNames.join(', ')}`);
		const activations = this.#flag('enforce', 'activations', part.activations);
		const ownMajor = this.#flag('enforce', 'own_major', part.own_major);
		return {
			folder: this.#resolved(String(part.folder)),
			formats: formats as readonly EnforcementFormat[],
			options: {
				...(activations && { activations }),
				...(ownMajor && { ownMajor }),
				...(mdm !== undefined && { mdm }),
			},
		};
	}

	evidence(framework: Framework | null): EvidencePlan | null {
		const part = this.#part('evidence', ['folder', 'sign', 'by', 'pseudonymous']);
		if (part === null || framework === null) return null;
		const { sign, by } = part;
		if (sign !== undefined && typeof sign !== 'string') throw this.wrong('evidence.sign', 'a path');
		if (by !== undefined && !(typeof by === 'string' && isMaker(by)))
			throw this.wrong('evidence.by', 'a name in one line, of at most 200 characters');
		return {
			folder: this.#resolved(String(part.folder)),
			key: sign === undefined ? null : this.#signingKey(this.#resolved(sign)),
			by: by ?? null,
			pseudonymous: this.#flag('evidence', 'pseudonymous', part.pseudonymous),
		};
	}

	#signingKey(path: string): KeyObject {
		try {
			return readEvidenceKey(path);
		} catch (thrown) {
			if (thrown instanceof Failure) throw invalidFile(this.#file, `evidence.sign: ${thrown.message}`);
			throw thrown;
		}
	}

	#flag(part: string, member: string, value: unknown): boolean {
		if (value !== undefined && typeof value !== 'boolean')
			throw this.wrong(`${part}.${member}`, 'true or false');
		return value === true;
	}

	heartbeat(env: Environment): Secret | null {
		const { heartbeat } = this.entries;
		if (heartbeat === undefined) return null;
		const secret = readSecret(heartbeat, { file: this.#file, where: 'heartbeat', env });
		if (!isWebAddress(secret.reveal())) throw this.wrong('heartbeat', 'an https:// address');
		return secret;
	}

	page(): string | null {
		const text = this.text('page', 'the address of the service');
		if (text === null) return null;
		if (!isWebAddress(text)) throw this.wrong('page', 'an address such as https://macs.example.com');
		return text.replace(/\/+$/, '');
	}
}

function isWebAddress(text: string): boolean {
	return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
