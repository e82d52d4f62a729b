import openapi from './openapi.json' with { type: 'text' };

/**
 * The text of the API description. Import it only here: if one module imports the file as text and another as JSON, an
 * executable has JSON for both.
 */
export const descriptionText = openapi as unknown as string;
