import { createHash } from 'node:crypto';

/** The whole style of an app's pages, and how a Content-Security-Policy names it. */
export class PageStyle {
  /** Such as `'sha256-…'`. */
  readonly source: string;

  constructor(readonly css: string) {
    this.source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
  }
}
