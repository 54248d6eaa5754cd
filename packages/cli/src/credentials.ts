import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ApiName } from '../../sdk/src/index.js';
import type { Io } from './io.js';

/** One login: addresses, and a key or the token of a session. */
export interface Profile {
  urls: Partial<Record<ApiName, string>>;
  key?: string;
  session?: string;
  /** When the session ends. */
  expiresAt?: string;
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

  set(name: string, profile: Profile): void {
    this.#write({ ...this.#read(), [name]: profile });
  }

  /** @returns whether there was one */
  delete(name: string): boolean {
    const { [name]: gone, ...others } = this.#read();
    if (gone) this.#write(others);
    return gone !== undefined;
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
    mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
    const next = `${this.file}.${process.pid}`;
    writeFileSync(next, `${JSON.stringify({ profiles }, undefined, 2)}\n`, { mode: 0o600 });
    chmodSync(next, 0o600);
    renameSync(next, this.file);
  }
}
