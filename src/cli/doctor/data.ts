import { loadCatalog } from '../../data/load.ts';
import { publicAuthority } from '../../feeds/polling/trust.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Check, ok, problem, warning } from '../../server/todo/finding.ts';

const week = 7 * 86_400_000;

/** The release tables, and whether the clock can be right: no release was learned in the future. */
export const checkData: Check = ({ dataFolder }) => {
	try {
		const { dataVersion, boards, majors, changed } = loadCatalog(dataFolder);
		const summary = `version ${dataVersion}: ${boards.size} boards, ${majors.size} major versions`;
		if (Date.parse(changed) > Date.now() + week)
			return [
				ok('data', summary),
				warning(
					'clock',
					`the data was changed at ${changed}, which is in the future by this clock`,
					'set the clock, because keys expire by it',
				),
			];
		return [ok('data', summary)];
	} catch (thrown) {
		const advice =
			'run "pointrelease data check" for all findings; restore the folder, or unset POINTRELEASE_DATA to use the shipped data';
		return [problem('data', reasonOf(thrown), advice)];
	}
};

/** Whether FEED_CA_FILE can be read: no feed is polled without it. Nothing is found if it can, or is not set. */
export const checkFeedAuthority: Check = ({ feeds }) => {
	if (!feeds.on) return [];
	try {
		publicAuthority(feeds);
		return [];
	} catch (thrown) {
		const advice =
			'correct FEED_CA_FILE, because no feed is polled with this file; unset it if you have no mirror';
		return [problem('feeds', reasonOf(thrown), advice)];
	}
};
