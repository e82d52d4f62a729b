import { loadCatalog } from '../../catalog/load.ts';
import { reasonOf } from '../../process/failure.ts';
import { type Check, ok, problem, warning } from './finding.ts';

const week = 7 * 86_400_000;

/** The release tables, and whether the clock can be right: nothing was ever learnt in the future. */
export const checkData: Check = ({ dataFolder }) => {
	try {
		const { dataVersion, boards, majors, changed } = loadCatalog(dataFolder);
		const found = `version ${dataVersion}: ${boards.size} boards, ${majors.size} major versions`;
		if (Date.parse(changed) > Date.now() + week)
			return [
				ok('data', found),
				warning(
					'clock',
					`the data was changed at ${changed}, which is in the future by this clock`,
					'set the clock; keys expire by it',
				),
			];
		return [ok('data', found)];
	} catch (thrown) {
		const advice =
			'run "pointrelease data check" for all findings; restore the folder, or unset POINTRELEASE_DATA to use the shipped data';
		return [problem('data', reasonOf(thrown), advice)];
	}
};
