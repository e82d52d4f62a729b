import openapi from './openapi.json' with { type: 'text' };

/**
 * The text of the API description. Import the file only here: if one module imports it as text and another as JSON, both
 * get JSON in the single binary.
 */
export const descriptionText = openapi as unknown as string;
