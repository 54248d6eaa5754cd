/** The id by which the command line is known. */
export const CLIENT_ID = 'cli';

/** How long an answer may take (ms). */
const TIMEOUT_MS = 20_000;

/** The addresses of the server where users sign in. */
export interface OAuthServer {
  issuer: string;
  device: string;
  token: string;
  revocation: string | undefined;
}

/** A code that a user approves in a browser. */
export interface DeviceCode {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  expires_in: number;
  interval?: number;
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
  /** Seconds. */
  expires_in: number;
}

/** An answer of RFC 6749, 5.2: what the server refused. */
export class OAuthError extends Error {
  override name = 'OAuthError';

  constructor(
    readonly code: string,
    description: string | undefined,
  ) {
    super(description ? `${code}: ${description}` : code);
  }
}

/** Finds where users of an API sign in (RFC 9728, then RFC 8414). */
export async function findServer(platform: string, headers: Headers, signal: AbortSignal): Promise<OAuthServer> {
  const api = platform.replace(/\/+$/, '');
  const resource = await getJson(`${api}/.well-known/oauth-protected-resource`, headers, signal);
  const [issuer] = (resource['authorization_servers'] as string[] | undefined) ?? [];
  if (!issuer) throw new Error(`${api} does not say where its users sign in`);
  const found = await getJson(`${issuer.replace(/\/+$/, '')}/.well-known/oauth-authorization-server`, headers, signal);
  // RFC 8414, 3.3: another issuer could have been put in its place.
  if (found['issuer'] !== issuer) throw new Error(`${issuer} calls itself ${String(found['issuer'])}`);
  const [device, token] = [found['device_authorization_endpoint'], found['token_endpoint']];
  if (typeof device !== 'string' || typeof token !== 'string')
    throw new Error(`${issuer} has no login by a code. Log in with --key or --email`);
  return { issuer, device, token, revocation: found['revocation_endpoint'] as string | undefined };
}

export type Headers = Readonly<Record<string, string>>;

/** Asks for a code. */
export function askForCode({ device }: OAuthServer, headers: Headers, signal: AbortSignal): Promise<DeviceCode> {
  return post<DeviceCode>(device, { scope: 'openid email service' }, headers, signal);
}

/** Asks whether the user has approved. @throws OAuthError until then */
export function redeem(server: OAuthServer, device_code: string, headers: Headers, signal: AbortSignal) {
  const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
  return post<Tokens>(server.token, { grant_type, device_code }, headers, signal);
}

/** @throws OAuthError if the login has ended */
export function refreshTokens(token: string, refresh_token: string, headers: Headers): Promise<Tokens> {
  return post<Tokens>(token, { grant_type: 'refresh_token', refresh_token }, headers);
}

export async function revokeToken(revocation: string, token: string, headers: Headers): Promise<void> {
  await post(revocation, { token, token_type_hint: 'refresh_token' }, headers);
}

async function getJson(url: string, headers: Headers, signal: AbortSignal): Promise<Record<string, unknown>> {
  const response = await answerOf(url, { headers: { ...headers, accept: 'application/json' } }, signal);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return jsonOf(url, response);
}

async function post<T>(
  url: string,
  fields: Record<string, string>,
  headers: Headers,
  signal?: AbortSignal,
): Promise<T> {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...fields });
  const response = await answerOf(
    url,
    { method: 'POST', headers: { ...headers, accept: 'application/json' }, body },
    signal,
  );
  const text = await response.text();
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T;
  throw refusalOf(url, response.status, text);
}

function refusalOf(url: string, status: number, text: string): Error {
  try {
    const { error, error_description: description } = JSON.parse(text) as Record<string, string | undefined>;
    if (typeof error === 'string') return new OAuthError(error, description);
  } catch {
    // A proxy may answer with a page.
  }
  return new Error(`${url} answered ${status}`);
}

async function answerOf(url: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      ...init,
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw new Unreachable(url, error);
  }
}

/** A server that did not answer. */
export class Unreachable extends Error {
  override name = 'Unreachable';

  constructor(url: string, cause: unknown) {
    const { code } = ((cause as Error).cause ?? {}) as { code?: string };
    super(`No answer of ${url}${code ? `: ${code}` : ''}`, { cause });
  }
}

async function jsonOf(url: string, response: Response): Promise<Record<string, unknown>> {
  try {
    return (await response.json()) as Record<string, unknown>;
  } catch (error) {
    throw new Error(`The answer of ${url} is no JSON`, { cause: error });
  }
}
