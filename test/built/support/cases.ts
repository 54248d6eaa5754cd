import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../../..');

/** Inputs from real life, each with what is right, stand beside the repository. */
const CASES = process.env['CASES_DIR'] ?? join(ROOT, '../shared/cases');

export const HAS_CASES = existsSync(CASES);

/** The end of a title, for a run that skips them. */
export const PLACE = HAS_CASES ? '' : ` (there are none in ${CASES}; CASES_DIR names another place)`;

/** The bytes of a case, by its path. */
export const caseFile = (path: string): Buffer => readFileSync(join(CASES, path));

/** The path of a case, for a program that reads it. */
export const casePath = (path: string): string => join(CASES, path);

/** The paths of a folder's files with this ending, from the folder on; none if there are no cases. */
export function casesIn(folder: string, ending: string): string[] {
  const at = join(CASES, folder);
  if (!existsSync(at)) return [];
  return readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ parentPath, name }) => relative(at, join(parentPath, name)))
    .sort();
}
