import type { Policy } from '../../advice/policy/policy.ts';
import { deadlineOf, dueOf } from '../../advice/standing/deadline.ts';
import type { PolicyTarget } from '../../advice/standing/policy-target.ts';
import type { Board, Catalog, Release, Support } from '../../catalog/catalog.ts';
import { compareVersions } from '../../catalog/version.ts';
import { dayOfNumber } from '../../text/day.ts';

/** A release below the target, and the deadline of `/advice` for a Mac on it; null without a grace. */
export interface DueVersion {
	readonly release: Release;
	readonly deadline: string | null;
}

/** Boards with the same releases share their deadlines within one plan. */
export type DueMemo = Map<readonly Release[], Map<string, readonly DueVersion[]>>;

/** Every release from macOS 11 on that a Mac of this board may run and that is below the policy's target. */
export function dueVersions(
	catalog: Catalog,
	{ board, policy, target, memo }: { board: Board; policy: Policy; target: PolicyTarget; memo: DueMemo },
): DueVersion[] {
	const key = `${target.release!.version} ${target.since(target.release!)}`;
	return [...board.support.values()]
		.filter(({ major }) => major.era === 'modern')
		.flatMap((support) => {
			const ofReleases = memo.get(support.releases) ?? new Map<string, readonly DueVersion[]>();
			memo.set(support.releases, ofReleases);
			const versions = ofReleases.get(key) ?? dueInMajor(catalog, { board, support, policy, target });
			ofReleases.set(key, versions);
			return versions;
		});
}

function dueInMajor(
	catalog: Catalog,
	{
		board,
		support,
		policy,
		target,
	}: { board: Board; support: Support; policy: Policy; target: PolicyTarget },
): DueVersion[] {
	return support.releases
		.filter(
			({ parsed, released }) =>
				released <= policy.asOf && compareVersions(parsed, target.release!.parsed) < 0,
		)
		.map((release) => {
			const { deadline } = dueOf(
				{ catalog, board, support, version: release.parsed, response: null, policy },
				target,
			)!;
			return { release, deadline: deadline === null ? null : dayOfNumber(deadline) };
		});
}

/** Since when a Mac on a release has missed the policy; null if it has not. */
export function overdueSince(
	catalog: Catalog,
	{
		board,
		release: { major, parsed: version },
		policy,
		target,
	}: { board: Board; release: Release; policy: Policy; target: PolicyTarget },
): string | null {
	const support = board.support.get(major) ?? null;
	return deadlineOf({ catalog, board, support, version, response: null, policy }, target).overdueSince;
}
