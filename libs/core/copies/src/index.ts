/** Copies in memory of what lies elsewhere, loaded again at an interval. */

export { ReloadedCopy } from './reloaded-copy.js';
