import './style/docs.css';
import { watchAccess } from './docs/docs-access.ts';
import { storedKey } from './service/key.ts';

interface Renderer {
	preauthorizeApiKey(scheme: string, key: string): void;
}

declare global {
	interface Window {
		SwaggerUIBundle(options: Record<string, unknown>): Renderer;
	}
}

// The renderer has a dark mode of its own, but leaves it to its host to follow the system.
const dark = matchMedia('(prefers-color-scheme: dark)');
const paper = matchMedia('print');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches && !paper.matches);
for (const medium of [dark, paper]) medium.addEventListener('change', follow);
follow();

watchAccess(document.getElementById('docs')!);

const renderer = window.SwaggerUIBundle({
	url: '/openapi.json',
	dom_id: '#docs',
	deepLinking: true,
	docExpansion: 'list',
	defaultModelsExpandDepth: 0,
	tryItOutEnabled: true,
	persistAuthorization: false,
	// Of its themes the one whose colours all stand out from their ground.
	syntaxHighlight: { theme: 'obsidian' },
	// It would send the address of this service to a validator elsewhere.
	validatorUrl: null,
	onComplete() {
		const key = storedKey();
		if (key !== null) renderer.preauthorizeApiKey('licenseKey', key);
	},
});
