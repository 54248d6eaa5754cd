/** Path of an operation; some have one for keys, and another for sessions. */
export type Path = string | { key: string; session: string };

/** One call, as the generated methods describe it. */
export interface Call {
  method: string;
  path: Path;
  params?: Readonly<Record<string, string | number>>;
  query?: object | undefined;
  body?: unknown;
  /** Media type of a body that is not JSON. */
  type?: string;
  /** True if it takes an idempotency key, so that it can be repeated without being carried out twice. */
  takesIdempotencyKey?: true;
}

/** Options of one call. */
export interface CallOptions {
  /** The same call with the same key is carried out once. One is made for each call unless given. */
  idempotencyKey?: string;
  /** Ends the call, with the reason of the signal. */
  signal?: AbortSignal;
  /** How long each attempt may take (ms). */
  timeout?: number;
  /** How often the call is repeated at most. */
  retries?: number;
  /** The account that a session works in, where it has several. */
  tenant?: string;
  /** Further headers. */
  headers?: Readonly<Record<string, string>>;
}

/** The path of a call for a credential, with its parameters. */
export function pathOf({ path, params = {} }: Call, credential: 'key' | 'session'): string {
  const template = typeof path === 'string' ? path : path[credential];
  return template.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(given(params[name], name)));
}

/** An empty part of a path would name another resource. */
function given(value: string | number | undefined, name: string): string {
  if (value === undefined || value === '') throw new TypeError(`${name} is missing`);
  return String(value);
}

/** The query of a URL, with its question mark; a list is the same name several times. */
export function queryOf(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).flatMap(([name, value]: [string, unknown]) =>
    [value].flat().map((one): [string, unknown] => [name, one]),
  );
  const search = new URLSearchParams();
  for (const [name, value] of entries) if (value !== undefined && value !== null) search.append(name, textOf(value));
  return search.size > 0 ? `?${search}` : '';
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));
