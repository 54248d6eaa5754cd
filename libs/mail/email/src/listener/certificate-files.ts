import { readFile, stat } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { logger } from '#libs/core/observability';

const EVERY_MS = 60_000;

/** Key and certificate in PEM. */
export interface Certificate {
  key: Buffer;
  cert: Buffer;
}

/** The certificate that a listener shows, and what calls it with the next ones. */
export interface ListenerCertificate {
  key: string | Buffer;
  cert: string | Buffer;
  follow?(renew: (certificate: Certificate) => void): () => void;
}

/** Key and certificate of a listener, in files that the program that renews them replaces. */
export class CertificateFiles {
  #seen = '';

  private constructor(
    private readonly certFile: string,
    private readonly keyFile: string,
    private readonly everyMs: number,
  ) {}

  /** @throws Error if they cannot be read, or do not belong together */
  static async read(certFile: string, keyFile: string, everyMs = EVERY_MS): Promise<CertificateFiles & Certificate> {
    const files = new CertificateFiles(certFile, keyFile, everyMs);
    files.#seen = await files.#version();
    return Object.assign(files, await files.#load());
  }

  /** Calls with each renewed certificate, until the returned function is called. One that is not usable is left out. */
  follow(renew: (certificate: Certificate) => void): () => void {
    const timer = setInterval(() => void this.#check(renew), this.everyMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #check(renew: (certificate: Certificate) => void): Promise<void> {
    try {
      const version = await this.#version();
      if (version === this.#seen) return;
      renew(await this.#load());
      // Only now: a pair of which one file is new is looked at again.
      this.#seen = version;
      logger.info('A renewed certificate is in use');
    } catch (error) {
      logger.warn('A renewed certificate cannot be used; the one before it stays', { error });
    }
  }

  async #load(): Promise<Certificate> {
    const [cert, key] = await Promise.all([readFile(this.certFile), readFile(this.keyFile)]);
    createSecureContext({ cert, key });
    return { cert, key };
  }

  async #version(): Promise<string> {
    const stats = await Promise.all([stat(this.certFile), stat(this.keyFile)]);
    return stats.map(({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`).join();
  }
}
