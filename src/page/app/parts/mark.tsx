/** The logo. */
export function Mark() {
	return (
		<svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
			<path class="era-classic" d="M4 8h9" />
			<path class="era-legacy" d="M8 16h11" />
			<path class="era-modern" d="M14 24h7" />
			<circle cx="27" cy="24" r="2.800" />
		</svg>
	);
}
