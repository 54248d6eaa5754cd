import { readFileSync } from 'node:fs';
import type { DnsRecord } from '#libs/test/embedded';

interface Login {
  email: string;
  password: string;
}

interface Address {
  host: string;
  port: number;
}

/** The addresses, demo credentials and process ids of a running stack, as it writes them to `dev.json`. */
export interface DevFile {
  urls: Record<'platform' | 'mail' | 'pages' | 'crm' | 'identity' | 'runtime' | 'dashboard' | 'inbox', string>;
  smtp: Record<'inbound' | 'bounce' | 'submission' | 'sending' | 'sendingTls', Address>;
  /** File of the certificate of the servers that send, to be trusted by clients. */
  tls: { certificate: string };
  /** `records` is the path of a JSON file that holds an array of {@link DnsRecord}; the server reads it at every query. */
  dns: Address & { records: string };
  /** Every POST to `url` is answered 200 and kept; a GET of `requests` lists them. */
  hooks: { url: string; requests: string };
  postgres: { url: string; databases: Record<string, string> };
  redis: { url: string };
  tenant: { id: string; slug: string };
  /** Owner of the demo tenant. */
  user: Login;
  /** Operator of the platform, without a tenant. */
  operator: Login;
  /** Test key of the demo tenant, with every scope. */
  apiKey: string;
  oidc: { clientId: string; redirectUri: string };
  mailbox: { id: string; address: string };
  landingPage?: { url: string };
  processes: Record<string, { pid: number }>;
}

export type { DnsRecord };

/** @throws Error if the file is missing: no stack has written it, or the stack was stopped */
export function readDevFile(file: string): DevFile {
  return JSON.parse(readFileSync(file, 'utf8')) as DevFile;
}
