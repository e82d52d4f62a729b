/** Files of the clients, imported as text: they then travel inside the executable by themselves. */
declare module '*.sh' {
	const text: string;
	export default text;
}
declare module '*.plist' {
	const text: string;
	export default text;
}
declare module '*/clients/munki/pointrelease' {
	const text: string;
	export default text;
}
