import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInPolicies } from '@pointrelease/core/src/advice/policy/named-policies.ts';
import { readVersion } from '@pointrelease/core/src/names/read-version.ts';
import { Glob } from 'bun';
import fc from 'fast-check';
import { shipped } from '../../../test/shipped-data.ts';
import { filterNames } from '../app/matrix/filter-macs.ts';
import { parameters, understand } from './understood.ts';

const read = (address: string) => understand({ catalog: shipped, address, policies: builtInPolicies });
const addressOf = (address: string) => (read(address) as { address: string }).address;

test.each([
	['/', '/'],
	['/?q=', '/'],
	['/?utm_source=x&fbclid=y', '/'],
	['/?q=%20air%20%20m1%20&x=1', '/?q=air+m1'],
	['/mac/j293ap', '/mac/J293AP'],
	['/mac/%20J293AP%20', '/mac/J293AP'],
	['/mac/macbookpro17,1', '/mac/MacBookPro17%2C1'],
	['/mac/a2337', '/mac/A2337'],
	['/mac/J293AP?on=macOS%2014.7.2', '/mac/J293AP?on=14.7.2'],
	['/mac/J293AP?on=140702', '/mac/J293AP?on=14.7.2'],
	['/mac/J293AP?on=26.3.1%20(A)', '/mac/J293AP?on=26.3.1+%28a%29'],
	['/mac/J293AP?grace_days=014&behind=1&on=14.8&on=15', '/mac/J293AP?on=14.8&behind=1&grace_days=14'],
	['/mac/J293AP?policy=n-1&exclude=26.6.1,+26.6.1,14.0.0', '/mac/J293AP?exclude=26.6.1%2C14.0&policy=n-1'],
	['/compare?grace_days=07&mac=J293AP&as_of=2026-11-01', '/compare?mac=J293AP&as_of=2026-11-01&grace_days=7'],
	['/mac/J293AP?behind=&defer_days=&grace_days=', '/mac/J293AP'],
	['/mac/J293AP?q=x&find=y&not=14', '/mac/J293AP'],
	['/mac/J293AP?runs=14&on=14.8', '/mac/J293AP?on=14.8&runs=14'],
	['/release/Sonoma', '/release/14'],
	['/release/14.7.2?show=exploited', '/release/14.7.2?show=exploited'],
	['/cve/cve-2026-65400', '/cve/CVE-2026-65400'],
	['/cve/CVE-2026-65400?on=14.7.2&mac=air+m1', '/cve/CVE-2026-65400?mac=air+m1&on=14.7.2'],
	['/mac/J293AP?safari=Safari%2026.5.0&on=15.8.2', '/mac/J293AP?on=15.8.2&safari=26.5'],
	['/cve/CVE-2025-43529?safari=27&mac=J293AP', '/cve/CVE-2025-43529?mac=J293AP&safari=27.0'],
	['/compare?mac=a&mac=b&mac=c&mac=d&mac=e', '/compare?mac=a&mac=b&mac=c&mac=d'],
	['/all?order=oldest&runs=26&not=27&zoom=3', '/all?runs=26&not=27&order=oldest'],
	['/all?zoom=3&order=support', '/all?order=support'],
])('%p is the page %p', (spelling, address) => {
	expect(read(spelling)).toEqual({ address });
});

const long = 'x'.repeat(13_000);
test.each([
	[`/?q=${long}`, 400, 'q'],
	[`/?q=${'x'.repeat(101)}`, 400, 'q'],
	[`/all?find=${long}`, 400, 'find'],
	['/all?kind=toaster', 400, 'kind'],
	['/all?runs=99', 400, 'runs'],
	['/all?ends=never', 400, 'ends'],
	['/all?major=14.7', 400, 'major'],
	[`/mac/J293AP?on=${long}`, 400, 'on'],
	['/mac/J293AP?on=banana', 400, 'on'],
	['/mac/J293AP?on=15.8.2&safari=605.1.15', 400, 'safari'],
	['/mac/J293AP?behind=-1', 400, 'behind'],
	['/mac/J293AP?grace_days=4000', 400, 'grace_days'],
	['/mac/J293AP?defer_days=1e1', 400, 'defer_days'],
	['/mac/J293AP?policy=none-such', 400, 'policy'],
	['/mac/J293AP?as_of=yesterday', 400, 'as_of'],
	[`/compare?mac=J293AP&exclude=${'26.6.1,'.repeat(1_000)}`, 400, 'exclude'],
	['/mac/J293AP?show=everything', 400, 'show'],
	[`/mac/J293AP?machine=${long}`, 400, 'machine'],
	[`/cve/CVE-2026-65400?mac=${long}&on=14.7.2`, 400, 'mac'],
	[`/compare?mac=J293AP&mac=${long}`, 400, 'mac'],
	[`/mac/${long}`, 404, 'path'],
	[`/release/${long}`, 404, 'path'],
	[`/cve/${long}`, 404, 'path'],
])('an address with an invalid parameter: %p', (spelling, status, parameter) => {
	expect(read(spelling)).toMatchObject({ status, parameter, expected: expect.any(String) });
});

test('any request has a canonical address of limited length, which is its own canonical address', () => {
	const value = fc.oneof(
		fc.string({ unit: 'binary', maxLength: 130 }),
		fc.constantFrom('14.7.2', ' 14', '23H311', 'Sonoma', 'J293AP', '1', '007', 'fixes', 'oldest', 'Air  M1'),
	);
	const path = fc.oneof(
		fc.constantFrom('/', '/all', '/compare', '/release'),
		fc
			.tuple(fc.constantFrom('mac', 'release', 'cve'), value)
			.map(([view, text]) => `/${view}/${encodeURIComponent(text.toWellFormed())}`),
	);
	const name = fc.constantFrom('q', 'on', 'mac', 'machine', 'behind', 'show', 'find', 'runs', 'order', 'x');
	fc.assert(
		fc.property(path, fc.array(fc.tuple(name, value), { maxLength: 6 }), (path, query) => {
			const understood = read(`${path}?${new URLSearchParams(query)}`);
			if ('status' in understood) return;
			expect(understood.address.length).toBeLessThan(6_000);
			expect(read(understood.address)).toEqual(understood);
		}),
	);
});

test('the canonical spelling of a version means the same version', () => {
	const builds = [...shipped.builds.keys()];
	const releases = [...shipped.releases.values()].map(({ version }) => version);
	const spelled = fc.oneof(
		fc.constantFrom(...builds),
		fc.constantFrom(...releases),
		fc.constantFrom(...releases).map((version) => `macOS ${version}`),
		fc.tuple(fc.constantFrom(...releases), fc.constantFrom(...builds)).map(([v, b]) => `${v} (${b})`),
		fc.tuple(fc.constantFrom(...releases), fc.constantFrom('a', 'C')).map(([v, s]) => `${v} (${s})`),
	);
	fc.assert(
		fc.property(spelled, (text) => {
			const address = addressOf(`/mac/J293AP?${new URLSearchParams({ on: text })}`);
			const on = new URLSearchParams(address.split('?')[1]).get('on')!;
			expect(readVersion(shipped, on)).toEqual(readVersion(shipped, text));
		}),
	);
});

test('every parameter that a public view reads is checked here', () => {
	const app = join(import.meta.dir, '../app');
	const files = [...new Glob('{mac,matrix,release}/*.{ts,tsx}').scanSync(app)].concat(
		['compare', 'cve', 'search'].map((view) => `views/${view}-view.tsx`),
	);
	const read = files.flatMap((file) =>
		[...readFileSync(join(app, file), 'utf8').matchAll(/query\.(?:get|getAll|has)\('([^']+)'\)/g)].map(
			([, name]) => name!,
		),
	);
	const checked = Object.values(parameters).flatMap((ofView) => Object.keys(ofView));
	// `zoom` changes only the picture, which needs a script.
	expect([...new Set(read)].filter((name) => name !== 'zoom' && !checked.includes(name))).toEqual([]);
	expect(read).toContain('on');
	expect(filterNames.filter((name) => !Object.hasOwn(parameters.all!, name))).toEqual([]);
});
