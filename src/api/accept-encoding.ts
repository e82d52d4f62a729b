/** RFC 9110, section 12.5.3: whether the client takes the encoding: listed, and not with a weight of zero. */
export function acceptsEncoding(header: string | null, encoding: string): boolean {
	if (header === null) return false;
	const listed = header.split(',').find((part) => part.split(';')[0]!.trim().toLowerCase() === encoding);
	return listed !== undefined && !/;\s*q=0(?:\.0*)?\s*$/i.test(listed);
}
