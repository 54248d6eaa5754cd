export { lazyPackage } from './lazy-package.js';
export { once } from './once.js';
