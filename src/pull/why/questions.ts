import { fleetWhy } from './fleetdm.ts';
import { intuneWhy } from './intune.ts';
import { iruWhy } from './iru.ts';
import { jamfWhy } from './jamf-pro.ts';
import { simplemdmWhy } from './simplemdm.ts';
import type { WhyQuestions } from './why.ts';

/** What is asked about late Macs, by the kind of the connection. Services without a line know nothing more than their list. */
export const whyQuestions: ReadonlyMap<string, WhyQuestions> = new Map([
	['jamf-pro', jamfWhy],
	['intune', intuneWhy],
	['iru', iruWhy],
	['simplemdm', simplemdmWhy],
	['fleetdm', fleetWhy],
]);
