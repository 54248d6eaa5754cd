/** Client of the virus scanner. */

export { Antivirus, type AntivirusOptions, type ScanResult, type ScanSource } from './antivirus.js';
export { AntivirusUnavailable } from './errors.js';
