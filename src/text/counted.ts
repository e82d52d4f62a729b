/** `1 license`, `12 licenses`; how the number is shown may be given. */
export function counted(number: number, noun: string, many = `${noun}s`, shown = String(number)): string {
	return `${shown} ${number === 1 ? noun : many}`;
}
