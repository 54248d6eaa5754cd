import { request } from 'undici';
import { PASSWORD } from './identity-stack.js';

/** An answer, and where it came from. */
export interface Shown {
  status: number;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const MOST_REDIRECTS = 12;

/** A browser without scripts that goes from site to site: each site has its own cookies. */
export class DashboardBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(readonly dashboard: string) {}

  /** Goes to an address of the dashboard, or to any other, and wherever it leads. */
  go(address: string): Promise<Shown> {
    return this.#follow('GET', new URL(address, this.dashboard));
  }

  /** Signs in at the page that identity shows; returns the page at the end. */
  async signIn(to: string, email: string, password = PASSWORD): Promise<Shown> {
    const page = await this.go(to);
    const action = /<form[^>]*action="([^"]+\/password)"/.exec(page.text)?.[1];
    if (!action) throw new Error(`There is no sign-in at ${page.url}: ${page.text.slice(0, 500)}`);
    const form = new URLSearchParams({ email, password }).toString();
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.#follow('POST', new URL(action, page.url), form, type);
  }

  /** One request, whose redirect is not followed. */
  async ask(
    method: string,
    address: string,
    body?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Shown> {
    const url = new URL(address, this.dashboard);
    const jar = this.#jarOf(url);
    const answer = await request(url, {
      method: method as 'GET',
      body,
      headers: {
        accept: 'text/html',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        ...headers,
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: answer.statusCode, url: url.href, headers: answer.headers, text: await answer.body.text() };
  }

  /** Runs an operation as the page does. */
  async graphql(query: string, more: object = {}, headers: Record<string, string> = {}) {
    const body = JSON.stringify({ query, ...more });
    const json = { 'content-type': 'application/json', accept: 'application/json', 'sec-fetch-site': 'same-origin' };
    const { status, text, headers: answered } = await this.ask('POST', '/graphql', body, { ...json, ...headers });
    return {
      status,
      headers: answered,
      ...(JSON.parse(text) as { data?: unknown; errors?: { extensions: object }[] }),
    };
  }

  cookie(name: string): string | undefined {
    return this.#jarOf(new URL(this.dashboard)).get(name);
  }

  setCookie(name: string, value: string): void {
    this.#jarOf(new URL(this.dashboard)).set(name, value);
  }

  async #follow(method: string, start: URL, body?: string, headers?: Record<string, string>): Promise<Shown> {
    let shown = await this.ask(method, start.href, body, headers);
    for (let hops = 0; shown.headers['location'] !== undefined; hops += 1) {
      if (hops === MOST_REDIRECTS) throw new Error(`More redirects than there should be, the last to ${shown.url}`);
      shown = await this.ask('GET', new URL(String(shown.headers['location']), shown.url).href);
    }
    return shown;
  }

  #jarOf({ origin }: URL): Map<string, string> {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    return jar;
  }
}
