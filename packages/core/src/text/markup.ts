/** Escapes text for HTML and XML, and for quoted attributes. */
export function escapeMarkup(text: string): string {
	return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
