import { nameMacs, PointreleaseUnreachable } from './problem.ts';
import type { AdviceList } from './records.ts';

/** As many items as the service takes in one request. */
const most = 100;

/** Asks about any number of Macs, one request after the other, so that a large fleet does not reach the limit at once. */
export async function askInParts(
	given: readonly string[],
	askFor: (macs: readonly string[]) => Promise<AdviceList>,
): Promise<AdviceList> {
	if (!Array.isArray(given))
		throw new TypeError(
			`adviceForAll takes a list of Macs, not ${JSON.stringify(given)}: for one use advice`,
		);
	// A copy: the caller may change its list between two requests.
	const macs = [...given];
	const items: AdviceList['items'] = [];
	let start = 0;
	// Also without any Mac there is a request, which the service refuses.
	do {
		const part = macs.slice(start, start + most);
		try {
			const answer = await askFor(part);
			if (answer.items?.length !== part.length)
				throw new PointreleaseUnreachable(
					`the answer does not have one result for each of the ${part.length} Macs: is this a pointrelease service?`,
					{ status: 200 },
				);
			items.push(...answer.items);
		} catch (thrown) {
			const isWhole = part.length === macs.length;
			throw nameMacs(
				thrown,
				part,
				isWhole ? '' : `Macs ${start + 1} to ${start + part.length} of ${macs.length}: `,
			);
		}
		start += most;
	} while (start < macs.length);
	return { count: items.length, items };
}
