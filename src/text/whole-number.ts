/** A whole number in plain digits within the bounds, both included; null for any other text. */
export function readWholeNumber(text: string, least: number, most: number): number | null {
	const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
	return value >= least && value <= most ? value : null;
}
