import { reasonOf } from '../../process/failure.ts';
import { checkCertificates } from '../../server/todo/certificates.ts';
import { type Check, type Finding, problem } from '../../server/todo/finding.ts';
import { checkWatch } from '../../server/todo/watch.ts';
import type { Settings } from '../../settings/settings.ts';
import { checkData, checkFeedAuthority } from './data.ts';
import { checkDatabase } from './database.ts';
import { checkAddress, checkLimits, checkStateFolder } from './machine.ts';
import { checkMail } from './mail.ts';
import { checkOwnAddresses } from './own-addresses.ts';
import { checkService } from './service.ts';
import { checkConnections, checkPolicies } from './setting-files.ts';

const checks: readonly Check[] = [
	checkData,
	checkStateFolder,
	checkDatabase,
	checkFeedAuthority,
	checkMail,
	checkWatch,
	checkPolicies,
	checkConnections,
	checkCertificates,
	checkOwnAddresses,
	checkAddress,
	checkLimits,
	checkService,
];

/** Examines a deployment. Changes nothing. */
export async function examine(settings: Settings, env: Parameters<Check>[1]): Promise<Finding[]> {
	const findings = await Promise.all(
		checks.map(async (check) => {
			try {
				return await check(settings, env);
			} catch (thrown) {
				return [problem('doctor', reasonOf(thrown), 'this is a defect of the check: report it')];
			}
		}),
	);
	return findings.flat();
}
