type Body = Record<string, unknown>;

/** Calls the API of Pages as a user of the demo account. */
export class AuthoringClient {
  private constructor(
    private readonly url: string,
    private readonly headers: Record<string, string>,
  ) {}

  static async login(
    platformUrl: string,
    pagesUrl: string,
    { email, password }: { email: string; password: string },
    tenantId: string,
  ): Promise<AuthoringClient> {
    const headers = { 'content-type': 'application/json' };
    const { Token } = await answerOf(
      fetch(`${platformUrl}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify({ email, password }) }),
    );
    return new AuthoringClient(pagesUrl, {
      ...headers,
      authorization: `Bearer ${String(Token)}`,
      'x-service-tenant': tenantId,
    });
  }

  get(path: string): Promise<Body> {
    return this.send('GET', path);
  }

  post(path: string, body: object): Promise<Body> {
    return this.send('POST', path, body);
  }

  put(path: string, body: object): Promise<Body> {
    return this.send('PUT', path, body);
  }

  async delete(path: string): Promise<void> {
    await this.send('DELETE', path);
  }

  private send(method: string, path: string, body?: object): Promise<Body> {
    const { url, headers } = this;
    return answerOf(fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) }));
  }
}

/** @throws Error with the answer of a call that failed */
async function answerOf(call: Promise<Response>): Promise<Body> {
  const answer = await call;
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return text ? (JSON.parse(text) as Body) : {};
}
