import { describe } from 'bun:test';
import { startLive } from '../live.ts';
import { testDataset } from './dataset.ts';
import { testTags } from './tags.ts';

describe('the data', () => testDataset(startLive));
describe('entity tags', () => testTags(startLive));
