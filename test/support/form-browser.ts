import { request, type Dispatcher } from 'undici';

interface Cookie {
  value: string;
  path: string;
}

/** A page, or the external address that a chain of redirects led to. */
export interface Visit {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  url: string;
  html: string;
  /** The external address; undefined while the browser is on the site. */
  redirectedTo: URL | undefined;
}

const MOST_REDIRECTS = 10;

/** A browser without scripts: it keeps cookies, follows redirects on one site and submits forms. */
export class FormBrowser {
  readonly #cookies = new Map<string, Cookie>();

  constructor(readonly site: string) {}

  get(url: string, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#go('GET', new URL(url, this.site), undefined, headers);
  }

  /** Submits the form whose action ends with `action`: its own values, overridden by `fields`. */
  submit(page: Visit, action: string, filled: Record<string, string> = {}): Promise<Visit> {
    const form = formsOf(page.html).find((one) => one.action.endsWith(action));
    if (!form) throw new Error(`The page at ${page.url} has no form for ${action}: ${page.html.slice(0, 2_000)}`);
    return this.post(new URL(form.action, page.url).href, { ...form.fields, ...filled });
  }

  post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Visit> {
    return this.#go('POST', new URL(url, this.site), new URLSearchParams(fields).toString(), headers);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name)?.value;
  }

  /** Sets a cookie directly. */
  setCookie(name: string, value: string, path = '/'): void {
    this.#cookies.set(name, { value, path });
  }

  async #go(method: string, url: URL, body: string | undefined, headers: Record<string, string>): Promise<Visit> {
    let target = url;
    let answer = await this.#send(method, target, body, headers);
    for (let hops = 0; answer.headers['location'] !== undefined; hops += 1) {
      if (hops === MOST_REDIRECTS) throw new Error(`More redirects than there should be, the last to ${target}`);
      await answer.body.dump();
      const next = new URL(String(answer.headers['location']), target);
      if (next.origin !== new URL(this.site).origin) {
        return { status: answer.statusCode, headers: answer.headers, url: target.href, html: '', redirectedTo: next };
      }
      target = next;
      answer = await this.#send('GET', target, undefined, headers);
    }
    const html = await answer.body.text();
    return { status: answer.statusCode, headers: answer.headers, url: target.href, html, redirectedTo: undefined };
  }

  async #send(
    method: string,
    url: URL,
    body: string | undefined,
    headers: Record<string, string>,
  ): Promise<Dispatcher.ResponseData> {
    const answer = await request(url, {
      method: method as 'GET',
      body,
      headers: {
        accept: 'text/html',
        'user-agent': 'FormBrowser',
        cookie: this.#cookiesFor(url.pathname),
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(line);
    return answer;
  }

  #cookiesFor(path: string): string {
    return [...this.#cookies]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split(/=(.*)/s);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    if (value === '') this.#cookies.delete(name);
    else this.#cookies.set(name, { value, path });
  }
}

interface Form {
  action: string;
  fields: Record<string, string>;
}

function formsOf(html: string): Form[] {
  return [...html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', inner = '']) => ({
    action: valueOf(attributes, 'action'),
    fields: Object.fromEntries(
      [...inner.matchAll(/<input([^>]*)>/g)]
        .map(([, input = '']) => [valueOf(input, 'name'), valueOf(input, 'value')] as const)
        .filter(([, value]) => value !== ''),
    ),
  }));
}

function valueOf(attributes: string, name: string): string {
  const text = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '';
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
