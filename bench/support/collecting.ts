import type { TenantId } from '#libs/core/persistence';
import { KeyRing, SecretBox } from '#libs/core/secrets';
import { PixelToken } from '#libs/sites/traffic';
import type { AppProcess } from './app-process.js';
import { collectBody, type EventBatch } from './event-batches.js';
import type { Load } from './load.js';
import { metricOf } from './metrics.js';
import type { Pages } from './pages.js';
import { ENCRYPTION_KEYS } from './platform.js';
import { until } from './until.js';

const ORIGIN = 'http://pages.example';
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const UNLIMITED = '100000000';
const TIMEOUT_MS = 120_000;

/** A process of the runtime that collects events without limits. */
export function startCollector(pages: Pages): Promise<AppProcess> {
  return pages.start('runtime', {
    ROLE: 'api',
    RUNTIME_URL: ORIGIN,
    TRUST_PROXY: '127.0.0.1',
    CRM_URL: 'http://127.0.0.1:9',
    COLLECT_PER_MINUTE: UNLIMITED,
    COLLECT_TENANT_PER_MINUTE: UNLIMITED,
  });
}

/** The load of `collect`: batches of visitors of a page, in turn. */
export function collectLoad(
  { tenantId, pageId }: { tenantId: TenantId; pageId: string },
  batches: readonly EventBatch[],
): Omit<Load, 'port' | 'connections' | 'seconds'> {
  const tokens = new PixelToken(new SecretBox(KeyRing.fromConfig(ENCRYPTION_KEYS)));
  const token = tokens.issue({ tenantId, pageId, variant: '1' });
  return {
    method: 'POST',
    path: '/collect',
    headers: batches.map((_, n) => ({
      Origin: ORIGIN,
      'User-Agent': AGENT,
      'X-Forwarded-For': `2001:db8:${n.toString(16)}::1`,
    })),
    body: batches.map((batch) => collectBody(batch, token, ORIGIN)),
    contentType: 'text/plain',
    expectedStatus: 202,
  };
}

/** Waits until all events that were accepted are counted. */
export async function untilCounted(app: AppProcess): Promise<void> {
  await until(
    'the events to be counted',
    async () => (await metricOf(app.port, 'collect_journal_bytes')) === 0,
    TIMEOUT_MS,
  );
}
