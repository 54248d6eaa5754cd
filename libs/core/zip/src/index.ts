/** Reader of zip files with limits. */

export { InvalidZip, Zip, type ZipEntry, type ZipFault, type ZipLimits, type ZipSource } from './zip.js';
