/** One server, servers found through Sentinels, or a cluster; the `s` of `rediss` is TLS. */
const REDIS_URL = /^(rediss?)(?:\+(sentinel|cluster))?:\/\/(?:([^@/]*)@)?([^@/?]+)(?:\/([^/?]*))?(?:\/(\d+))?$/;

const DEFAULT_PORTS = { sentinel: 26_379, cluster: 6_379 };

export interface RedisAddress {
  kind: 'sentinel' | 'cluster';
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The Sentinels, or some nodes of the cluster. */
  hosts: { host: string; port: number }[];
  /** Name of the master at the Sentinels. */
  master: string | undefined;
  db: number | undefined;
}

/**
 * Reads `redis+sentinel://[user:password@]host:port,…/master[/db]` and `redis+cluster://[user:password@]host:port,…`.
 * Returns undefined for the URL of a single server, which the driver reads itself.
 * @throws Error, without the URL in its message, if it is none of these
 */
export function parseRedisUrl(url: string): RedisAddress | undefined {
  const match = REDIS_URL.exec(url);
  if (!match) throw new Error('The URL of Redis is malformed');
  const [, scheme, kind, login, hosts = '', path, db] = match;
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined;
  if (kind === 'sentinel' && !path) throw new Error('The URL of Redis names no master after its Sentinels');
  if (kind === 'cluster' && path) throw new Error('A Redis Cluster has no numbered databases');
  const [username, password] = login === undefined ? [] : loginOf(login);
  return {
    kind,
    tls: scheme === 'rediss',
    username,
    password,
    hosts: hosts.split(',').map((host) => hostOf(host, DEFAULT_PORTS[kind])),
    master: path || undefined,
    db: db === undefined ? undefined : Number(db),
  };
}

function loginOf(login: string): [string | undefined, string | undefined] {
  const colon = login.indexOf(':');
  const decode = (text: string) => (text === '' ? undefined : decodeURIComponent(text));
  return colon < 0 ? [decode(login), undefined] : [decode(login.slice(0, colon)), decode(login.slice(colon + 1))];
}

function hostOf(text: string, defaultPort: number): { host: string; port: number } {
  const { hostname, port } = new URL(`redis://${text}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: port ? Number(port) : defaultPort };
}
