import { expect, test } from 'bun:test';
import { mutations } from '../../../test/mutations.ts';
import { sized } from '../../../test/size.ts';
import { type Fact, type FactKind, type FactOf, factKinds, readFact } from './fact-kinds.ts';

/** What a fact of each kind is about, and says. */
const examples: { readonly [Kind in FactKind]: readonly [string, string, FactOf<Kind>['value']] } = {
	release: ['27.3', '', '2026-11-30'],
	dated: ['27.3', '', '2026-11-30'],
	disputed: ['27.3', '2026-11-29', 'sofa'],
	confirmed: ['27.3', 'sofa', '2026-11-30'],
	build: ['27.3', '26C50', ''],
	installers: ['27.3', '26C50', [{ kind: 'full', url: 'https://swcdn.apple.com/a.pkg', size: null }]],
	runs: ['27.3', 'J293AP', ''],
	factory: ['27.3', 'J293AP', { build: '26C50', released: '' }],
	'not-for': ['27.3', 'J293AP', ''],
	withdrawn: ['27.3', '', ''],
	pulled: ['27.3', 'J293AP', ['2026-11-30', '2026-12-01T10:00:00Z']],
	replaced: ['26C50', 'J293AP', { version: '27.3', since: '2026-12-01' }],
	restored: ['27.3', 'CVE-2026-200001', ''],
	board: ['J900AP', '', 'apple-silicon'],
	machine: ['J900AP', 'Mac99,1', { name: 'MacBook Pro (15-inch, M9)', introduced: '2026-11-01' }],
	canonical: ['27', '', 'J293AP'],
	list: ['27.3', 'listed', '120895'],
	fixes: ['27.3', 'CVE-2026-200001', ''],
	safari: ['Safari 27.3', '', { released: '2026-11-30', majors: ['15', '26'], article: '150100' }],
	'safari-fixes': ['Safari 27.3', 'CVE-2026-200001', ''],
	record: [
		'CVE-2026-200001',
		'',
		{
			state: 'published',
			updated: '2026-11-30T20:35:00Z',
			fixedIn: ['15.8.3', '27.3'],
			dropped: [],
			impact: 'An app may be able to break out of its sandbox',
			exploited: '',
			ssvc: { exploitation: 'none', automatable: 'no', technicalImpact: 'total', assessed: '2026-12-01' },
			kevAdded: '',
		},
	],
	'not-fixed': ['27.3', 'CVE-2026-200001', 'forgotten'],
	exploited: ['CVE-2026-200001', '', { added: '2026-11-30', due: '2026-12-21' }],
	'not-exploited': ['CVE-2026-200001', '', ''],
	response: [
		'26C771280a',
		'',
		{ kind: 'bsi', version: '27.3', letter: 'a', base: '26C50', released: '2026-12-10' },
	],
	patches: ['26C771280a', 'J293AP', ''],
	'response-fixes': ['26C771280a', 'CVE-2026-200001', 'HT211931'],
	'response-withdrawn': ['26C771280a', '', ''],
	forgotten: ['J900AP', '', ''],
	corrected: ['27.3', 'date', { date: '2026-11-29', shipped: null }],
	revised: ['27.3', '', ''],
};
const facts = (Object.keys(factKinds) as FactKind[]).map((kind) => {
	const [subject, object, value] = examples[kind];
	return { kind, subject, object, value, feed: 'apple', seen: '2026-12-01T12:00:00Z', accepted: false };
});

test('a fact of every kind is read from JSON as it was written', () => {
	for (const fact of facts) expect(readFact(JSON.parse(JSON.stringify(fact)))).toEqual(fact as Fact);
});

test.each([
	['release', { value: '2026-02-30' }, 'value: "2026-02-30": expected a day'],
	['factory', { value: '26C50' }, 'value: "26C50": expected an object with build ('],
	['factory', { value: { build: '26C50', released: '', more: 1 } }, 'value: "{\\"build\\":\\"26C50\\"'],
	['pulled', { value: [] }, 'value: "[]": expected a list of '],
	[
		'pulled',
		{ value: ['2026-12-01', '2026-11-30'] },
		'value: "[\\"2026-12-01\\",\\"2026-11-30\\"]": expected a list of ',
	],
	['exploited', { value: { added: '2026-12-21', due: '2026-11-30' } }, 'value: '],
	[
		'corrected',
		{ object: 'build' },
		'value: "{\\"date\\":\\"2026-11-29\\",\\"shipped\\":null}": expected an object with builds',
	],
	['board', { value: 'intel' }, 'value: "intel": expected a kind that J900AP can be of'],
	['runs', { value: undefined }, 'value: "undefined": expected '],
] as const)('a fact of the kind %s with %j is refused', (kind, change, words) => {
	expect(readFact({ ...facts.find((fact) => fact.kind === kind)!, ...change })).toStartWith(words);
});

test('a changed fact is refused with its place, or read without other members', () => {
	const places = /^(?:kind|subject|object|value|feed|seen|accepted): /;
	for (const changed of mutations(facts, {
		count: sized(500, 2_000),
		values: ['2026-11-29', '27.2', '26C51'],
	})) {
		const fact = readFact(changed);
		if (typeof fact === 'string') expect(fact).toMatch(places);
		else expect(readFact(fact)).toEqual(fact);
	}
});
