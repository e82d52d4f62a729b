import { Database } from 'bun:sqlite';

/** How the products behind a door compare versions, written from their documentation and code, to evaluate our rules. */

export interface SeenMac {
	readonly model: string;
	readonly version: string;
}

/** Compares number by number; a missing one is zero. */
export function compareNumbers(a: string, b: string): number {
	const [left, right] = [numbersOf(a), numbersOf(b)];
	for (let at = 0; at < Math.max(left.length, right.length); at++) {
		const difference = (left[at] ?? 0) - (right[at] ?? 0);
		if (difference !== 0) return difference;
	}
	return 0;
}

const readNumbers = new Map<string, readonly number[]>();

function numbersOf(version: string): readonly number[] {
	const known = readNumbers.get(version);
	if (known) return known;
	const numbers = version.split('.').map(Number);
	readNumbers.set(version, numbers);
	return numbers;
}

type Matches = (mac: SeenMac) => boolean;

/** A filter of Intune is read once, because it is asked about thousands of Macs. */
const readRules = new Map<string, readonly Matches[]>();

/** Whether a filter of Intune matches: conditions in parentheses with `and` between them. */
export function intuneMatches(rule: string, mac: SeenMac): boolean {
	let conditions = readRules.get(rule);
	if (!conditions) {
		conditions = rule.split(' and ').map(intuneCondition);
		readRules.set(rule, conditions);
	}
	return conditions.every((matches) => matches(mac));
}

function intuneCondition(condition: string): Matches {
	const [, property, operator, value] = /^\(device\.(\w+) -(\w+) (.*)\)$/.exec(condition)!;
	if (property === 'operatingSystemVersion' && /^\d+(\.\d+)+$/.test(value!)) {
		if (operator === 'ge') return ({ version }) => compareNumbers(version, value!) >= 0;
		if (operator === 'lt') return ({ version }) => compareNumbers(version, value!) < 0;
	}
	if (property === 'model') {
		const models = new Set(JSON.parse(value!) as string[]);
		if (operator === 'in') return ({ model }) => models.has(model);
		if (operator === 'notIn') return ({ model }) => !models.has(model);
	}
	throw new Error(`Intune has no such condition: ${condition}`);
}

interface IntuneFile {
	readonly filters: readonly { readonly displayName: string; readonly rule: string }[];
	readonly policies: readonly {
		readonly filter: string | null;
		readonly body: { readonly osMinimumVersion: string };
	}[];
}

/** The compliance policies that a Mac gets. All of them must hold. */
export function intunePolicies({ filters, policies }: IntuneFile, mac: SeenMac) {
	const ruleOf = (name: string) => filters.find(({ displayName }) => displayName === name)!.rule;
	return policies.filter(({ filter }) => filter === null || intuneMatches(ruleOf(filter), mac));
}

export function intuneAdmits(file: IntuneFile, mac: SeenMac): boolean {
	return intunePolicies(file, mac).every(
		({ body }) => compareNumbers(mac.version, body.osMinimumVersion) >= 0,
	);
}

interface JamfCriterion {
	readonly name: string;
	readonly andOr: string;
	readonly searchType: string;
	readonly value: string;
	readonly openingParen: boolean;
	readonly closingParen: boolean;
}

/** Whether a Mac is in a smart group. Parentheses come first; without them each criterion is joined to what stands before it. */
export function jamfHas(criteria: readonly JamfCriterion[], mac: SeenMac): boolean {
	const join = (before: boolean | null, andOr: string, value: boolean) =>
		before === null ? value : andOr === 'and' ? before && value : before || value;
	let [whole, part, isOpen, joined]: [boolean | null, boolean | null, boolean, string] = [
		null,
		null,
		false,
		'and',
	];
	for (const criterion of criteria) {
		const { andOr, openingParen, closingParen } = criterion;
		if (openingParen) [part, isOpen, joined] = [null, true, andOr];
		const value = jamfHolds(criterion, mac);
		if (isOpen) part = join(part, openingParen ? 'and' : andOr, value);
		else whole = join(whole, andOr, value);
		if (closingParen) [whole, isOpen] = [join(whole, joined, part!), false];
	}
	if (isOpen) throw new Error('a parenthesis is open');
	return whole ?? false;
}

function jamfHolds({ name, searchType, value }: JamfCriterion, { model, version }: SeenMac): boolean {
	if (name === 'Operating System Version') {
		if (searchType === 'greater than or equal') return compareNumbers(version, value) >= 0;
		if (searchType === 'less than') return compareNumbers(version, value) < 0;
	}
	if (name === 'Model Identifier') {
		if (searchType === 'matches regex') return new RegExp(value).test(model);
		if (searchType === 'does not match regex') return !new RegExp(value).test(model);
	}
	throw new Error(`Jamf has no such criterion: ${name} ${searchType}`);
}

/** osquery's tables of one Mac; returns the rows of a query. */
export function openOsquery() {
	const database = new Database(':memory:');
	database.run('CREATE TABLE system_info (uuid TEXT, hardware_model TEXT)');
	database.run('CREATE TABLE os_version (version TEXT, major INTEGER, minor INTEGER, patch INTEGER)');
	database.run('INSERT INTO system_info DEFAULT VALUES');
	database.run('INSERT INTO os_version DEFAULT VALUES');
	const setModel = database.query('UPDATE system_info SET hardware_model = ?');
	const setVersion = database.query('UPDATE os_version SET version = ?, major = ?, minor = ?, patch = ?');
	let [lastModel, lastVersion] = ['', ''];
	return (query: string, { model, version }: SeenMac): Record<string, unknown>[] => {
		if (model !== lastModel) setModel.run(model);
		if (version !== lastVersion) {
			const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
			setVersion.run(version, major, minor, patch);
		}
		[lastModel, lastVersion] = [model, version];
		return database.query(query).all() as Record<string, unknown>[];
	};
}

/**
 * The comparison of Tailscale's `cmpver`: runs of digits are compared as numbers and other runs as text, and what ends first is
 * less, so that "27.0" is above "27" and "26.7" below "26.7.0".
 */
export function tailscaleCompare(a: string, b: string): number {
	let [left, right] = [a, b];
	while (left !== '' || right !== '') {
		for (const isNumber of [false, true]) {
			const run = isNumber ? /^\d*/ : /^\D*/;
			const [own, other] = [run.exec(left)![0], run.exec(right)![0]];
			[left, right] = [left.slice(own.length), right.slice(other.length)];
			if (isNumber && own !== '' && other !== '') {
				const order = Number(own) - Number(other);
				if (order !== 0) return order;
			} else if (own !== other) return own < other ? -1 : 1;
		}
	}
	return 0;
}

/** Whether a posture of Tailscale holds: every assertion about the node. */
export function tailscaleHolds(assertions: readonly string[], version: string): boolean {
	return assertions.every((assertion) => {
		const [, attribute, operator, value] = /^node:(\w+) (==|>=|<) '([^']*)'$/.exec(assertion)!;
		if (attribute === 'os') return operator === '==' && value === 'macos';
		if (attribute !== 'osVersion') throw new Error(`no such attribute: ${assertion}`);
		const order = tailscaleCompare(version, value!);
		return operator === '>=' ? order >= 0 : order < 0;
	});
}

/** The comparison of Cloudflare, which takes three numbers and nothing else. */
export function cloudflareCompare(version: string, required: string): number {
	if (!/^\d+\.\d+\.\d+$/.test(required)) throw new Error(`not a semantic version: ${required}`);
	return compareNumbers(version, required);
}

/** Evaluates the part of CEL that our rules for Google use: `&&`, `||`, `!`, parentheses and two facts about the device. */
export function googleGrants(expression: string, version: string): boolean {
	const tokens =
		expression.match(
			/&&|\|\||!|\(|\)|device\.versionAtLeast\("[^"]*"\)|device\.os_type == OsType\.DESKTOP_MAC/g,
		) ?? [];
	if (tokens.join('') !== expression.replaceAll(/ (?!==|OsType)/g, '').replaceAll(/\s*(&&|\|\|)\s*/g, '$1'))
		throw new Error(`cannot be read: ${expression}`);
	let at = 0;
	const primary = (): boolean => {
		const token = tokens[at++]!;
		if (token === '!') return !primary();
		if (token === '(') {
			const value = either();
			if (tokens[at++] !== ')') throw new Error('a parenthesis is open');
			return value;
		}
		if (token.startsWith('device.os_type')) return true;
		const [, required] = /"(\d+\.\d+\.\d+)"/.exec(token) ?? [];
		if (required === undefined) throw new Error(`expected three numbers: ${token}`);
		return compareNumbers(version, required) >= 0;
	};
	const both = (): boolean => {
		let value = primary();
		while (tokens[at] === '&&') {
			at++;
			value = primary() && value;
		}
		return value;
	};
	const either = (): boolean => {
		let value = both();
		while (tokens[at] === '||') {
			at++;
			value = both() || value;
		}
		return value;
	};
	const granted = either();
	if (at !== tokens.length) throw new Error(`something is left: ${tokens.slice(at).join(' ')}`);
	return granted;
}
