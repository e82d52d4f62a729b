/** Style sheets are bundled by being imported. */
declare module '*.css';
/** A table that is bundled as its text. */
declare module '*.csv' {
	const text: string;
	export default text;
}
