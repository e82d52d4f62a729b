/** Hands a file that was made here to the person. */
export function save(name: string, type: string, parts: readonly BlobPart[]): void {
	const link = document.createElement('a');
	link.href = URL.createObjectURL(new Blob([...parts], { type }));
	link.download = name;
	link.click();
	setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
