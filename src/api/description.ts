import openapi from './openapi.json' with { type: 'text' };

/**
 * The API description, as the project keeps it. It is imported here alone: in an executable a file that two modules
 * import, one as text and one as JSON, is JSON for both.
 */
export const descriptionText = openapi as unknown as string;
