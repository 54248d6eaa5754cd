import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { readFontFile } from '#libs/sites/sites';
import { TAGS_SCRIPT } from '#libs/sites/tags';
import { type DirectAnswer, Problem } from '#libs/core/http';
import { RECORDER_NAME, RECORDER_SCRIPT } from '../replay/recorder/recorder-bundle.js';
import { Bundle } from './bundle.js';
import { TAGS_SCRIPT_SOURCE } from '../tags/script/tags-script.js';
import { FORM_SCRIPT } from './form-script.js';
import { SERVICE_WORKER } from './service-worker.js';

const SCRIPT = 'text/javascript; charset=utf-8';

/** A script of `/_f/`, by the name of its file. */
export const SCRIPTS: ReadonlyMap<string, string> = new Map([
  ['formulario.js', FORM_SCRIPT],
  [TAGS_SCRIPT.name, TAGS_SCRIPT_SOURCE],
]);

/**
 * The static files of `/_f/`: fonts and the recorder, which are read and compressed when they are first asked for, and scripts. A name
 * is looked up in a list, and never becomes a path.
 */
@Injectable()
export class Bundles {
  readonly serviceWorker = new Bundle(Buffer.from(SERVICE_WORKER), SCRIPT, ['Service-Worker-Allowed', '/']);
  private readonly files = new Map<string, Bundle>();
  private readonly reading = new Map<string, Promise<Bundle>>();

  constructor() {
    for (const [name, source] of SCRIPTS) this.files.set(name, new Bundle(Buffer.from(source), SCRIPT));
  }

  /** A file in memory; null where {@link Bundles.answer} has to read it. */
  answerAtOnce(name: string, { headers }: IncomingMessage): DirectAnswer | null {
    return this.files.get(name)?.answer(headers['accept-encoding'], headers['if-none-match']) ?? null;
  }

  /** @throws Problem NotFound */
  async answer(name: string, request: IncomingMessage): Promise<DirectAnswer> {
    const file = this.files.get(name) ?? (await this.read(name));
    return file.answer(request.headers['accept-encoding'], request.headers['if-none-match']);
  }

  private read(name: string): Promise<Bundle> {
    const running = this.reading.get(name);
    if (running) return running;
    const reading = this.readFile(name).finally(() => this.reading.delete(name));
    this.reading.set(name, reading);
    return reading;
  }

  private async readFile(name: string): Promise<Bundle> {
    const file = name === RECORDER_NAME ? new Bundle(Buffer.from(RECORDER_SCRIPT), SCRIPT) : await this.readFont(name);
    this.files.set(name, file);
    return file;
  }

  private async readFont(name: string): Promise<Bundle> {
    const content = await readFontFile(name);
    if (!content) throw new Problem('NotFound');
    return new Bundle(content, 'font/woff2');
  }
}
