import { appendFileSync } from 'node:fs';
import { inject } from 'vitest';

/** A thing whose number tells what a test run costs. */
export type Start = 'app' | 'process' | 'database';

/** Records that a spec started an app or cloned a database. Counts over all workers, so it appends to one file. */
export function recordStart(start: Start): void {
  const { startsFile } = inject('testServices');
  if (startsFile) appendFileSync(startsFile, `${start}\n`);
}
