import { startLive } from '../live.ts';
import { testTags } from './tags.ts';

testTags(startLive);
