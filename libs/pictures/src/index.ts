export { formatOf, type ImageFormat, type RasterFormat } from './image-format.js';
export { MAX_PIXELS, MAX_SIDE } from './picture-limits.js';
export { sharp } from './sharp.js';
