import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request } from 'express';
import { DashboardConfig } from '../config.js';

/** A cookie of the dashboard: for its own host alone, and not for scripts. Over HTTPS its name says so, and browsers hold to it. */
export class OwnCookie {
  readonly name: string;
  readonly #secure: boolean;

  constructor(name: string, { origin }: Pick<DashboardConfig, 'origin'>) {
    this.#secure = origin.startsWith('https:');
    this.name = this.#secure ? `__Host-${name}` : name;
  }

  read(request: Request): string | undefined {
    return parseCookie(request.headers.cookie ?? '')[this.name];
  }

  /** The header `Set-Cookie`. @param seconds how long it stays */
  set(value: string, seconds: number): string {
    return this.#text(value, seconds);
  }

  /** The header `Set-Cookie` that takes it away. */
  clear(): string {
    return this.#text('', 0);
  }

  #text(value: string, maxAge: number): string {
    const { name } = this;
    return stringifySetCookie({
      name,
      value,
      maxAge,
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: this.#secure,
    });
  }
}
