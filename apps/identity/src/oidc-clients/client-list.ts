import { ValidateBy } from 'class-validator';

/** The scopes that clients may request; `offline_access` keeps their access after the user signs out. */
export const OIDC_SCOPES = ['openid', 'profile', 'email', 'offline_access', 'service'] as const;

/** How a client with a secret authenticates. */
export const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'] as const;
const APPLICATION_TYPES = ['web', 'native'] as const;

/** An app that users sign in to, with the fields of RFC 7591. */
export interface ClientEntry {
  client_id: string;
  client_name: string;
  redirect_uris: string[];
  post_logout_redirect_uris: string[];
  /** Absent for a public client, which cannot keep a secret. */
  client_secret?: string;
  token_endpoint_auth_method: (typeof AUTH_METHODS)[number] | 'none';
  application_type: (typeof APPLICATION_TYPES)[number];
  scope: string;
}

const DEFAULT_SCOPE = 'openid profile email';
const MOST_CLIENTS = 200;
const MOST_URIS = 20;
const SHORTEST_SECRET = 32;
const CLIENT_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
/** The first three are registered by themselves; a client of the last name would get ID tokens that look like sessions. */
const TAKEN_IDS = ['dashboard', 'identity-pages', 'cli', 'service'];
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
const FIELDS = [
  'client_id',
  'client_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'client_secret',
  'token_endpoint_auth_method',
  'application_type',
  'scope',
];

class InvalidClient extends Error {}

/** Reads the setting OIDC_CLIENTS. @throws Error that says what is wrong with it, without any secret */
export function parseClients(text: string): ClientEntry[] {
  const list = parseJson(text);
  if (!Array.isArray(list) || list.length > MOST_CLIENTS)
    throw new InvalidClient(`must be a list of at most ${MOST_CLIENTS}`);
  const clients = list.map(clientOf);
  const ids = clients.map(({ client_id }) => client_id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated) throw new InvalidClient(`names the client ${repeated} twice`);
  return clients;
}

/** The rule of the setting, for its class. */
export function IsClientList(): PropertyDecorator {
  const refusalOf = (value: unknown): string => {
    try {
      parseClients(String(value));
      return '';
    } catch (error) {
      return error instanceof InvalidClient ? error.message : 'is not usable';
    }
  };
  return ValidateBy({
    name: 'isClientList',
    validator: {
      validate: (value) => refusalOf(value) === '',
      defaultMessage: (context) => refusalOf(context?.value),
    },
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidClient('must be JSON');
  }
}

function clientOf(value: unknown, index: number): ClientEntry {
  const at = `client ${index + 1}`;
  if (typeof value !== 'object' || value === null) throw new InvalidClient(`${at} must be an object`);
  const entry = value as Record<string, unknown>;
  const unknown = Object.keys(entry).find((field) => !FIELDS.includes(field));
  if (unknown) throw new InvalidClient(`${at} has the unknown field ${unknown}`);
  const client_id = textOf(entry, 'client_id', at);
  if (!CLIENT_ID.test(client_id) || TAKEN_IDS.includes(client_id)) {
    throw new InvalidClient(`${at}: client_id must be 1 to 100 of A-Za-z0-9._- and not ${TAKEN_IDS.join(' or ')}`);
  }
  const secret = secretOf(entry, client_id);
  const type = oneOf(APPLICATION_TYPES, entry['application_type'] ?? 'web', client_id, 'application_type');
  return {
    client_id,
    client_name: textOf(entry, 'client_name', client_id),
    redirect_uris: urisOf(entry, 'redirect_uris', client_id, type, 1),
    post_logout_redirect_uris: urisOf(entry, 'post_logout_redirect_uris', client_id, type, 0),
    ...secret,
    application_type: type,
    scope: scopeOf(entry['scope'] ?? DEFAULT_SCOPE, client_id),
  };
}

function textOf(entry: Record<string, unknown>, field: string, at: string): string {
  const value = entry[field];
  if (typeof value !== 'string' || value.trim() === '' || value.length > 100) {
    throw new InvalidClient(`${at}: ${field} must be a text of 1 to 100 characters`);
  }
  return value;
}

function secretOf(
  entry: Record<string, unknown>,
  at: string,
): Pick<ClientEntry, 'client_secret' | 'token_endpoint_auth_method'> {
  const { client_secret, token_endpoint_auth_method = 'client_secret_basic' } = entry;
  if (client_secret === undefined) {
    if ('token_endpoint_auth_method' in entry && token_endpoint_auth_method !== 'none') {
      throw new InvalidClient(`${at}: token_endpoint_auth_method needs a client_secret`);
    }
    return { token_endpoint_auth_method: 'none' };
  }
  if (typeof client_secret !== 'string' || client_secret.length < SHORTEST_SECRET || client_secret.length > 500) {
    throw new InvalidClient(`${at}: client_secret must have ${SHORTEST_SECRET} to 500 characters`);
  }
  const method = oneOf(AUTH_METHODS, token_endpoint_auth_method, at, 'token_endpoint_auth_method');
  return { client_secret, token_endpoint_auth_method: method };
}

function oneOf<T extends string>(values: readonly T[], value: unknown, at: string, field: string): T {
  const known = values.find((one) => one === value);
  if (!known) throw new InvalidClient(`${at}: ${field} must be ${values.join(' or ')}`);
  return known;
}

function urisOf(
  entry: Record<string, unknown>,
  field: string,
  at: string,
  type: ClientEntry['application_type'],
  fewest: number,
): string[] {
  const value = entry[field] ?? [];
  if (!Array.isArray(value) || value.length < fewest || value.length > MOST_URIS) {
    throw new InvalidClient(`${at}: ${field} must be a list of ${fewest} to ${MOST_URIS} addresses`);
  }
  const invalid = value.findIndex((uri) => !mayReceive(uri, type));
  if (invalid >= 0) {
    throw new InvalidClient(
      `${at}: ${field}[${invalid}] must be an https address, http on a loopback address, or of a native app a scheme ` +
        'with a dot in it, without fragment and credentials',
    );
  }
  return value as string[];
}

/** Whether a code may be sent to the address: no third party may be able to read it there. */
function mayReceive(uri: unknown, type: ClientEntry['application_type']): boolean {
  if (typeof uri !== 'string' || uri.length > 500 || uri.includes('#') || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username || password || hostname.includes('*')) return false;
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return LOOPBACK.includes(hostname);
  return type === 'native' && protocol.includes('.');
}

function scopeOf(value: unknown, at: string): string {
  const scopes = typeof value === 'string' ? value.split(' ') : [];
  if (!scopes.includes('openid') || scopes.some((scope) => !(OIDC_SCOPES as readonly string[]).includes(scope))) {
    throw new InvalidClient(
      `${at}: scope must be openid and some of ${OIDC_SCOPES.slice(1).join(', ')}, with spaces between`,
    );
  }
  return scopes.join(' ');
}
