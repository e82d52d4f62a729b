import { counted } from '@pointrelease/core/src/text/numbers.ts';
import { reasonOf } from '../../process/failure.ts';
import { loadPolicies } from '../../settings/policies-file.ts';
import { type Check, ok, problem } from './finding.ts';

/** Whether the file in POLICIES can be read. */
export const checkPolicies: Check = async ({ policiesFile }) => {
	if (policiesFile === null) return [];
	try {
		const { size } = await loadPolicies(policiesFile);
		return [ok('policies', `${counted(size, 'policy', 'policies')} in ${policiesFile}`)];
	} catch (thrown) {
		return [
			problem('policies', reasonOf(thrown), 'correct it, because the service does not start with this file'),
		];
	}
};
