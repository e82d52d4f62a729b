/** Importing a style sheet bundles it. */
declare module '*.css';
/** CSV files are bundled as text. */
declare module '*.csv' {
	const text: string;
	export default text;
}
