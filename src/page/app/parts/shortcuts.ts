/** A key together with one of these is a shortcut of the browser or the system: no view takes it. */
export function isShortcut({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
	return altKey || ctrlKey || metaKey;
}
