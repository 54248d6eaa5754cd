// A sender in a separate process, for tests that kill it: sends its events, and delivers until it ends.
import type { TenantId } from '#libs/core/persistence';
import { startSender, type Servers } from './sending-app.js';

/** The options of the process, as JSON in its first argument. */
export interface SenderOrder extends Servers {
  receiverUrl: string;
  tenantId: TenantId;
  /** Sends events that count from 1 to this. */
  count: number;
}

const { receiverUrl, tenantId, count, ...servers } = JSON.parse(process.argv[2] ?? '') as SenderOrder;
const { send } = await startSender(servers, receiverUrl);
for (let by = 1; by <= count; by += 1) await send(tenantId, 'test.counted', by);
