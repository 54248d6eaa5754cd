export { applyCount, CallCounter, type Count } from './call-counter.js';
