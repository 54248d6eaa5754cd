import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApiName } from '../../sdk/src/index.js';
import { withLock } from './file-lock.js';
import type { Io } from './io.js';

/** One login: addresses, and a key or the token of a session. */
export interface Profile {
  urls: Partial<Record<ApiName, string>>;
  key?: string;
  session?: string;
  /** When the session ends, or its token where that is renewed. */
  expiresAt?: string;
  /** Renews the token of a login in a browser. */
  renewal?: { token: string; at: string; revocation?: string };
  /** The account that a session works in. */
  tenant?: string;
}

type Profiles = Record<string, Profile>;

/** The logins of a user, in a file that only they can read. */
export class Credentials {
  readonly file: string;

  constructor({ env }: Pick<Io, 'env'>) {
    const folder = env['XDG_CONFIG_HOME'] || join(env['HOME'] || homedir(), '.config');
    this.file = env['SERVICE_CREDENTIALS'] || join(folder, 'service', 'credentials.json');
  }

  get(name: string): Profile | undefined {
    return this.#read()[name];
  }

  set(name: string, profile: Profile): Promise<void> {
    return this.locked(async (write) => write(name, profile));
  }

  /** @returns whether there was one */
  delete(name: string): Promise<boolean> {
    return this.locked(async (write) => {
      const isThere = this.get(name) !== undefined;
      if (isThere) write(name, undefined);
      return isThere;
    });
  }

  /** Reads and writes while no other process does. Without it a login that another renews at that moment would be lost. */
  locked<T>(work: (write: (name: string, profile: Profile | undefined) => void) => Promise<T>): Promise<T> {
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    return withLock(this.file, () =>
      work((name, profile) => {
        const { [name]: _before, ...others } = this.#read();
        this.#write(profile ? { ...others, [name]: profile } : others);
      }),
    );
  }

  #read(): Profiles {
    try {
      return (JSON.parse(readFileSync(this.file, 'utf8')) as { profiles: Profiles }).profiles;
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return {};
      throw new Error(`${this.file} cannot be read: ${(error as Error).message}`, { cause: error });
    }
  }

  /** Replaces the file as a whole; another one beside it would be readable before its mode is set. */
  #write(profiles: Profiles): void {
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ profiles }, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(next, 0o600);
    renameSync(next, this.file);
  }
}
