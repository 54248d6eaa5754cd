import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { closeToOthers } from '#libs/test/embedded';

const STICKY = 0o1000;

/**
 * Makes the directory of an installation's data if it is missing, and closes it to other users of the machine: it gets keys
 * and passwords. One that everybody uses, such as /tmp, stays open and is refused.
 * @throws Error that says what to set
 */
export function prepareDataDir(dir: string): void {
  const isNew = mkdirSync(dir, { recursive: true }) !== undefined;
  const isOurs = existsSync(join(dir, 'secrets.json'));
  if (!isNew && !isOurs && (statSync(dir).mode & STICKY) !== 0) {
    throw new Error(`${dir} is a directory of everybody; set DATA_DIR to one that nothing else uses`);
  }
  try {
    closeToOthers(dir);
  } catch (cause) {
    throw new Error(`${dir} cannot be closed to others; set DATA_DIR to a directory of this user`, { cause });
  }
}
