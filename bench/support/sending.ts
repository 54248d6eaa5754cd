import { requestsFor } from '../limits/copy-rows.js';
import type { Load } from './load.js';
import { sendRequest } from './mail.js';
import type { BenchTenant } from './platform.js';

type LoadOfTenant = Omit<Load, 'port' | 'connections' | 'seconds'>;

/** The load of `send`: one e-mail a call. */
export const sendLoad = (tenant: BenchTenant): LoadOfTenant =>
  acceptanceOf(tenant, '/v1/emails/send', sendRequest(tenant));

/** The load of `batch`: so many e-mails a call. */
export const batchLoad = (tenant: BenchTenant, size: number): LoadOfTenant =>
  acceptanceOf(tenant, '/v1/emails/batch', { Messages: requestsFor(tenant, size) });

function acceptanceOf({ apiKey }: BenchTenant, path: string, body: unknown): LoadOfTenant {
  return {
    method: 'POST',
    path,
    headers: { Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
    idempotent: true,
    expectedStatus: 202,
  };
}
