/** The MDMs whose shape declarations can have; `raw` is Apple's own. */
export const mdmNames = ['raw', 'jamf', 'simplemdm', 'fleetdm', 'zentral', 'kmfddm'] as const;

export type MdmName = (typeof mdmNames)[number];

export function isMdm(text: string): text is MdmName {
	return (mdmNames as readonly string[]).includes(text);
}
