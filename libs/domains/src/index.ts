export { DKIM_KEY_PURPOSE, DkimKeyCache, type SealedDkimKey } from './dkim-key-cache.js';
