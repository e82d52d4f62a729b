import { describe, expect, test } from 'bun:test';
import { parse } from 'yaml';
import {
	compareNumbers,
	intuneAdmits,
	intunePolicies,
	jamfHas,
	openOsquery,
	type SeenMac,
} from '../../../../../../test/enforce/door-products.ts';
import { namedPolicy } from '../../../../../../test/enforce/policies.ts';
import { expectSame } from '../../../../../../test/expect-same.ts';
import { shipped } from '../../../../../../test/shipped-data.ts';
import { cases, sized } from '../../../../../../test/size.ts';
import { doors, minimumVersions } from '../../../advice/door/minimum.ts';
import { hardwareChoices } from '../../../advice/door/minimum-record.ts';
import { majorLifecycle } from '../../../advice/lifecycle.ts';
import { builtInPolicies } from '../../../advice/policy/named-policies.ts';
import { type Policy, policyOf } from '../../../advice/policy/policy.ts';
import { type Assessment, assess } from '../../../advice/standing/assess.ts';
import type { Board, Release } from '../../../catalog/catalog.ts';
import { knownOn } from '../../../catalog/known-on.ts';
import { macsOf } from '../../../catalog/lookup.ts';
import { dayNumber } from '../../../text/day.ts';
import { enforce, isEnforceable } from '../enforce.ts';
import type { FormatOptions } from '../formats.ts';
import { longestRule } from './intune.ts';

const policyNames = ['standard', 'newest', 'careful', 'open', 'latest', 'n-1'] as const;

/** A usual run has all of them on one day, and two on the other. */
function policiesOn(asOf: string): readonly string[] {
	return asOf === '2026-11-16' ? policyNames : cases(['standard', 'careful'], policyNames);
}

function policyNamed(name: string, asOf: string): Policy {
	const builtIn = builtInPolicies.get(name);
	return builtIn ? policyOf(asOf, builtIn.terms, name) : namedPolicy(name, asOf);
}

const asOsquery = openOsquery();

/** The files of a policy take a tenth of a second, so that each is made once for all tests. */
const products = new Map<string, ReturnType<typeof readProducts>>();

function productsOf(policy: Policy, options: FormatOptions) {
	const { at, hardware, intuneModel } = options;
	const key = [policy.name, policy.asOf, at, hardware, intuneModel].join();
	let read = products.get(key);
	if (!read) {
		read = readProducts(policy, options);
		products.set(key, read);
	}
	return read;
}

/** Whether each product admits a Mac, by the files of a policy; absent for a file that is not written. */
function readProducts(policy: Policy, options: FormatOptions) {
	const { files } = enforce(shipped, policy, 'access', options);
	const body = (name: string) => files.find((file) => file.name === name)?.body;
	const json = (name: string) => JSON.parse(body(name) ?? 'null');
	const [intune, okta, check, jamf] = ['intune.json', 'okta.json', 'okta-check.json', 'jamf-group.json'].map(
		json,
	);
	const [fleet] = parse(body('fleet-policies.yml')!) as [{ query: string }];
	const byModel = {
		okta: (mac: SeenMac) => {
			const rows = asOsquery(check.body.query, mac);
			if (rows.length !== 1) expect(rows).toHaveLength(1);
			return rows[0]!.ok === 1;
		},
		jamf: (mac: SeenMac) => jamfHas(jamf.body.criteria, mac),
		fleet: (mac: SeenMac) => asOsquery(fleet.query, mac).length > 0,
		...(options.intuneModel === 'identifier' && { intune: (mac: SeenMac) => intuneAdmits(intune, mac) }),
	} satisfies Record<string, (mac: SeenMac) => boolean>;
	const byVersion = {
		...(intune && !options.intuneModel && { intune: (mac: SeenMac) => intuneAdmits(intune, mac) }),
	};
	const oneNumber =
		okta && ((mac: SeenMac) => compareNumbers(mac.version, okta.merge.osVersion.minimum) >= 0);
	return {
		byModel,
		byVersion,
		oneNumber,
		intune,
		jamf,
		notCovered: json('not-covered.json'),
		minimum: json('minimum.json'),
	};
}

const macs = macsOf(shipped).filter(
	({ kind, support, modelIdentifiers }) =>
		kind !== 'virtual-machine' &&
		modelIdentifiers.length > 0 &&
		[...support.values()].some(({ major }) => major.era === 'modern'),
);
/** Some boards of every kind. */
const boards = macs.filter((_, at) => at % sized(23, 1) === 0);
const days = cases(
	['2026-11-16', '2026-10-16'],
	[
		'2026-11-16',
		'2026-10-16',
		'2024-10-20',
		'2025-01-28',
		'2025-08-22',
		'2025-09-16',
		'2025-12-15',
		'2026-02-12',
		'2026-06-01',
		'2026-09-15',
		'2026-09-30',
		'2026-11-24',
	],
);

/** Every known version of a board, oldest first, with what advice says of it. */
function assessedVersions(board: Board, policy: Policy): { release: Release; advice: Assessment }[] {
	return [...board.support.values()].flatMap(({ major, releases }) =>
		major.era === 'modern'
			? releases
					.filter(({ released }) => released <= policy.asOf)
					.map((release) => ({
						release,
						advice: assess(shipped, board, { version: release.version, build: null }, policy)!,
					}))
			: [],
	);
}

/** Whether hardware that ends may be allowed: its last major is still supported. */
function mayBeAllowed({ target }: Assessment, asOf: string): boolean {
	return target !== null && majorLifecycle(shipped, target.major, asOf)!.state !== 'ended';
}

describe.each(days)('on %s', (asOf) => {
	// On a day after a release the rules are those of the day before, and advice is not.
	const isCalm = ![...shipped.releases.values()].some(
		({ released }) => released <= asOf && dayNumber(released) > dayNumber(asOf) - 2,
	);

	test.each(policiesOn(asOf))(
		'%s: nobody within the policy is refused, and by model nobody else is admitted',
		(name) => {
			const policy = policyNamed(name, asOf);
			// A look back knows no Mac that came later.
			const { boards: known } = knownOn(shipped, asOf);
			const assessed = boards
				.filter(({ id }) => known.has(id))
				.map((board) => ({ board, versions: assessedVersions(board, policy) }));
			for (const at of doors) {
				if (!isEnforceable(policy, 'access', { at })) continue;
				for (const hardware of hardwareChoices) {
					const exact = productsOf(policy, { at, hardware, intuneModel: 'identifier' });
					const plain = productsOf(policy, { at, hardware });
					for (const { board, versions } of assessed)
						for (const { release, advice } of versions)
							for (const model of board.modelIdentifiers) {
								const mac = { model, version: release.version };
								const verdicts = Object.entries(exact.byModel).map(([product, admits]): [string, boolean] => [
									product,
									admits?.(mac) ?? false,
								]);
								const others = [...Object.values(plain.byVersion), plain.oneNumber].map((admits) =>
									admits(mac),
								);
								const where = `${at} ${hardware} ${board.id} ${model} ${release.version}`;
								const isInTime =
									at === 'deadline' ? advice.overdueSince === null : advice.meetsTarget !== false;
								const isBlocked = advice.blockedBy === 'hardware';
								const isAllowed = hardware === 'allow' && isBlocked && isInTime && mayBeAllowed(advice, asOf);
								if (advice.meetsPolicy || (isInTime && !isBlocked) || isAllowed)
									expectSame(
										[where, verdicts, others],
										[where, verdicts.map(([product]) => [product, true]), others.map(() => true)],
									);
								else if (isCalm && !sharesModel(board, model))
									expectSame([where, verdicts], [where, verdicts.map(([product]) => [product, false])]);
								// What takes one number admits all that the others admit.
								if (others[0]) expectSame([where, others[1]], [where, true]);
							}
				}
			}
		},
	);

	test.each(policiesOn(asOf))('%s: each version, known or not, is in one filter of Intune alone', (name) => {
		const policy = policyNamed(name, asOf);
		const invented = ['10.15.7', '16.3', '20.0', '26.10', '26.7.9', '27.0', '28.1', '99.0'];
		const versions = [...shipped.releases.keys(), ...invented].filter(
			(version) => Number(version.split('.')[0]) > 9,
		);
		for (const at of doors) {
			if (!isEnforceable(policy, 'access', { at })) continue;
			for (const options of [
				{ hardware: 'refuse' },
				{ hardware: 'allow' },
				{ hardware: 'refuse', intuneModel: 'identifier' },
			] as const) {
				const { intune } = productsOf(policy, { at, ...options });
				for (const { rule } of intune.filters) expect(rule.length).toBeLessThanOrEqual(longestRule);
				for (const model of [
					'Mac99,1',
					...new Set(boards.slice(0, 8).map(({ modelIdentifiers }) => modelIdentifiers[0]!)),
				])
					for (const version of versions)
						expectSame(
							[version, model, intunePolicies(intune, { model, version }).length],
							[version, model, 1],
						);
			}
		}
	});

	test.each(policiesOn(asOf))(
		'%s: below the floor of its major and in a closed one nobody is admitted by version',
		(name) => {
			const policy = policyNamed(name, asOf);
			for (const at of doors) {
				if (!isEnforceable(policy, 'access', { at })) continue;
				const majors = minimumVersions(shipped, policy, at);
				const { byVersion, byModel } = productsOf(policy, { at, hardware: 'refuse' });
				for (const { version, major, parsed } of shipped.releases.values()) {
					if (parsed.era !== 'modern') continue;
					const floor = majors.find((each) => each.major === major)?.floor ?? null;
					const isNewer = Number(major) > Number(majors[0]!.major);
					const isAbove = floor !== null && compareNumbers(version, floor.minimum.version) >= 0;
					const mac = { model: 'Mac99,1', version };
					const expected = isNewer || isAbove;
					expect([version, byVersion.intune!(mac), byModel.okta(mac), byModel.jamf(mac)]).toEqual([
						version,
						expected,
						expected,
						expected,
					]);
				}
			}
		},
	);
});

/** Whether Macs of another board have the model, too: no product can tell them apart. */
function sharesModel(board: Board, model: string): boolean {
	return macs.some((other) => other !== board && other.modelIdentifiers.includes(model));
}
