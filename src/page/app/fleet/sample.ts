import text from '../../../../examples/jamf-pro.csv' with { type: 'text' };

/** The inventory to try the page with: forty Macs that nobody has. */
export function sampleFile(): File {
	return new File([text], 'sample.csv', { type: 'text/csv' });
}
