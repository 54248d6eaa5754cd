import { pathToFileURL } from 'node:url';

/** Whether Node was started with this module. @param moduleUrl the module's `import.meta.url` */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] !== undefined && moduleUrl === pathToFileURL(process.argv[1]).href;
}
