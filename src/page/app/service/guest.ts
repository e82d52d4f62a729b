import { storedKey } from './key.ts';

/** Whether this service lets everybody read its pages: reads of the fleet report and the feeds of a Mac need no key then. */
export function pagesArePublic(): boolean {
	return document.querySelector('meta[name=public-pages], [data-public]') !== null;
}

/** Whether a person without a key uses the fleet report. All other views of a guest are documents of the service. */
export function isGuest(): boolean {
	return pagesArePublic() && storedKey() === null;
}
