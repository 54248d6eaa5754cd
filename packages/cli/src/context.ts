import { type Secret, Service } from '../../sdk/src/index.js';
import type { Given } from './command.js';
import { Credentials, type Profile } from './credentials.js';
import { StoredLogin } from './oauth/stored-login.js';
import { type Io, NotReadyError, UsageError } from './io.js';
import { table } from './table.js';

/** The surroundings of a command: its arguments, the client, and how it prints. */
export class Context {
  readonly credentials: Credentials;
  #client: Service | undefined;

  constructor(
    readonly io: Io,
    readonly args: readonly string[],
    readonly given: Given,
  ) {
    this.credentials = new Credentials(io);
  }

  get profileName(): string {
    return this.text('profile') ?? 'default';
  }

  /** The login, over which the environment has precedence. */
  get profile(): Profile {
    const { env } = this.io;
    const stored = this.credentials.get(this.profileName);
    const key = env['SERVICE_API_KEY'];
    if (!stored && !key) throw new NotReadyError(`You are not logged in. Run: service login`);
    return key ? { urls: stored?.urls ?? {}, key } : stored!;
  }

  get isSession(): boolean {
    return this.profile.session !== undefined;
  }

  get client(): Service {
    const { urls, key, tenant } = this.profile;
    this.#client ??= new Service({ urls, key, session: this.#session(), tenant, userAgent: 'service-cli' });
    return this.#client;
  }

  #session(): Secret | undefined {
    const { session, renewal } = this.profile;
    if (!renewal) return session;
    const login = new StoredLogin(this.credentials, this.profileName, this.io);
    return () => login.token();
  }

  text(name: string): string | undefined {
    const value = this.given[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** @throws UsageError if it is absent */
  required(name: string): string {
    const value = this.text(name);
    if (value === undefined) throw new UsageError(`--${name} is missing`);
    return value;
  }

  list(name: string): string[] {
    const value = this.given[name];
    return Array.isArray(value) ? value : [];
  }

  is(name: string): boolean {
    return this.given[name] === true;
  }

  /** @throws UsageError for what is no whole number from 1 */
  count(name: string, unlessGiven: number): number {
    const value = this.text(name);
    if (value === undefined) return unlessGiven;
    if (!/^[1-9]\d{0,8}$/.test(value)) throw new UsageError(`--${name} must be a number from 1`);
    return Number(value);
  }

  /** Prints one thing: as JSON where that is asked for, else as these words. */
  print(thing: unknown, words: string): void {
    this.io.out(this.is('json') ? JSON.stringify(thing) : words);
  }

  /** Prints a list: a line of JSON for each thing, or a table. */
  printAll<T>(things: readonly T[], columns: Readonly<Record<string, (thing: T) => unknown>>, nothing: string): void {
    if (this.is('json')) for (const thing of things) this.io.out(JSON.stringify(thing));
    else if (things.length === 0) this.io.err(nothing);
    else this.io.out(table(things, columns));
  }
}
