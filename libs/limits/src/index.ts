export { CallCounter, type Count, tell } from './call-counter.js';
