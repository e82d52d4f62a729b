/** Client files are imported as text, so that the executable includes them. */
declare module '*.sh' {
	const text: string;
	export default text;
}
declare module '*.plist' {
	const text: string;
	export default text;
}
declare module '*/deploy/clients/munki/pointrelease' {
	const text: string;
	export default text;
}
