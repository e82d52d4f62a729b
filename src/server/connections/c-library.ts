/** The few calls of the system that Bun has no words for. Linux alone: elsewhere what needs them does without. */
export interface CLibrary {
	/** Sets an option of a socket; true if it took it. */
	setOption(descriptor: number, level: number, option: number, value: Uint8Array): boolean;
	/** Ends a connection in both directions, as if the other side had gone. */
	shutDown(descriptor: number): void;
}

let library: Promise<CLibrary | null> | null = null;

/** Read a second after the start: it starts a compiler for calls of C, which takes 2 ms and 3 MB. */
export function openCLibrary(): Promise<CLibrary | null> {
	library ??= open().catch(() => null);
	return library;
}

const bothWays = 2;

async function open(): Promise<CLibrary | null> {
	if (process.platform !== 'linux') return null;
	const { dlopen, FFIType, ptr } = await import('bun:ffi');
	const { i32, u32, ptr: pointer } = FFIType;
	const { symbols } = dlopen('libc.so.6', {
		setsockopt: { args: [i32, i32, i32, pointer, u32], returns: i32 },
		shutdown: { args: [i32, i32], returns: i32 },
	});
	return {
		setOption: (descriptor, level, option, value) =>
			symbols.setsockopt(descriptor, level, option, ptr(value), value.length) === 0,
		shutDown: (descriptor) => void symbols.shutdown(descriptor, bothWays),
	};
}

/** Where the bytes lie, for a structure that points to others. */
export async function addressOf(bytes: Uint8Array): Promise<bigint> {
	const { ptr } = await import('bun:ffi');
	return BigInt(ptr(bytes));
}
