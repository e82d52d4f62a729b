import { answerCases } from './typescript-answers.ts';
import { patienceCases } from './typescript-patience.ts';

export const cases = [...answerCases, ...patienceCases];
