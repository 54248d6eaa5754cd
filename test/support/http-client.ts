import { Agent, request } from 'undici';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  // The suites look into bodies of every shape; expectations say what they must be.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
}

const dispatcher = new Agent({ connections: 128, pipelining: 1 });

/** Calls an app as a client would, with fixed headers such as a credential. */
export class HttpClient {
  constructor(
    readonly url: string,
    private readonly headers: Record<string, string> = {},
  ) {}

  with(headers: Record<string, string>): HttpClient {
    return new HttpClient(this.url, { ...this.headers, ...headers });
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('GET', path, undefined, headers);
  }

  post(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('POST', path, body === undefined ? undefined : JSON.stringify(body), headers);
  }

  patch(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('PATCH', path, JSON.stringify(body), headers);
  }

  delete(path: string, headers: Record<string, string> = {}): Promise<Answer> {
    return this.send('DELETE', path, undefined, headers);
  }

  /** Sends text or bytes as they are: for bodies that are no JSON. */
  async send(
    method: string,
    path: string,
    text?: string | Buffer,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await request(this.url + path, {
      method: method as 'GET',
      dispatcher,
      headers: { ...(text === undefined ? {} : { 'content-type': 'application/json' }), ...this.headers, ...headers },
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
