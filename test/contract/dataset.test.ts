import { startLive } from '../live.ts';
import { testDataset } from './dataset.ts';

testDataset(startLive);
