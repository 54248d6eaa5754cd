import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const CHROMIUM = '/usr/bin/chromium';

interface Flags {
  port: number;
  logLevel: 'error';
  /** Keeps cookies and caches of the browser, such as those of a session. */
  disableStorageReset?: boolean;
}

/** The part of Lighthouse that benches use; the package is among the tools, which the build does without. */
type Lighthouse = (
  url: string,
  flags: Flags,
  config?: object,
) => Promise<{ lhr: { categories: Record<string, { score: number | null } | undefined> } } | undefined>;

export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Measures pages by Lighthouse, in a Chromium that listens for it. */
export class LighthouseRunner {
  private constructor(
    private readonly lighthouse: Lighthouse,
    private readonly flags: Flags,
    private readonly config?: object,
  ) {}

  /** Measures as a phone, or as a desktop whose session stays. @throws Error if Chromium is missing */
  static async load(port: number, look: 'phone' | 'desktop' = 'phone'): Promise<LighthouseRunner> {
    if (!existsSync(CHROMIUM)) throw new Error(`This bench needs ${CHROMIUM}.`);
    const { default: lighthouse } = (await fromTools('lighthouse')) as { default: Lighthouse };
    if (look === 'phone') return new LighthouseRunner(lighthouse, { port, logLevel: 'error' });
    const { default: desktop } = (await fromTools('lighthouse/core/config/desktop-config.js')) as { default: object };
    return new LighthouseRunner(lighthouse, { port, logLevel: 'error', disableStorageReset: true }, desktop);
  }

  /** Scores of 100 of {@link CATEGORIES}; 0 for what could not be measured. */
  async scoresOf(url: string): Promise<number[]> {
    const result = await this.lighthouse(url, this.flags, this.config);
    return CATEGORIES.map((category) => Math.round((result?.lhr.categories[category]?.score ?? 0) * 100));
  }
}

/** From the root of the repository, in which benches run. */
const fromTools = (name: string): Promise<unknown> =>
  import(pathToFileURL(createRequire(resolve('tools/package.json')).resolve(name)).href);
