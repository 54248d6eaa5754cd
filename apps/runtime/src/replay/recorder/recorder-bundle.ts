import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { recorderScript } from './recorder-script.js';

const LICENSE = '/*! rrweb, MIT License */';

/** rrweb's recorder as one file for browsers, without the address of its source map. */
function readRecordModule(): string {
  const folder = dirname(createRequire(import.meta.url).resolve('@rrweb/record'));
  const source = readFileSync(join(folder, 'record.umd.min.cjs'), 'utf8');
  return `${LICENSE}\n${source.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n')}`;
}

/** Source of the recorder. */
export const RECORDER_SCRIPT = recorderScript(readRecordModule());

const version = createHash('sha256').update(RECORDER_SCRIPT).digest('hex').slice(0, 12);

/** Name of the recorder in `/_f/`. It changes with the recorder. */
export const RECORDER_NAME = `replay-${version}.js`;
