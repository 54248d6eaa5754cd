export { type Pace, PaceWatch, type Sender } from './pace-watch.js';
