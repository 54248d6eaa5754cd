import { Agent, request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // Bodies have every shape; the expectations of a test say which.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

const dispatcher = new Agent({ connections: 128, pipelining: 1 });

/** An HTTP client with fixed headers such as a credential. */
export class HttpClient {
  constructor(
    readonly url: string,
    readonly fixedHeaders: Readonly<Record<string, string>> = {},
  ) {}

  with(headers: Record<string, string>): HttpClient {
    return new HttpClient(this.url, { ...this.fixedHeaders, ...headers });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  put(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PUT', path, JSON.stringify(body), headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body), headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** Sends text or bytes unchanged, for bodies that are not JSON. */
  async send(
    method: string,
    path: string,
    text?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await request(this.url + path, {
      method: method as 'GET',
      dispatcher,
      headers: {
        ...(text === undefined ? {} : { 'content-type': 'application/json' }),
        ...this.fixedHeaders,
        ...headers,
      },
      body: text,
    });
    const answer = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text: answer, body: parsed(answer) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
