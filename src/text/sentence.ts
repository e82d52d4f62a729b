/** The detail of a problem as people read it: programs are told without a capital and a full stop. */
export function sentence(text: string): string {
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
