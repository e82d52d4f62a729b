import './style/docs.css';
import { storedKey } from './key.ts';

interface Renderer {
	preauthorizeApiKey(scheme: string, key: string): void;
}

declare global {
	interface Window {
		SwaggerUIBundle(options: Record<string, unknown>): Renderer;
	}
}

const renderer = window.SwaggerUIBundle({
	url: '/openapi.json',
	dom_id: '#docs',
	deepLinking: true,
	docExpansion: 'list',
	defaultModelsExpandDepth: 0,
	tryItOutEnabled: true,
	persistAuthorization: false,
	// It would send the address of this service to a validator elsewhere.
	validatorUrl: null,
	onComplete() {
		const key = storedKey();
		if (key !== null) renderer.preauthorizeApiKey('licenseKey', key);
	},
});
