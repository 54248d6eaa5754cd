import { SessionIssuer } from '../support/bench-session.js';
import type { GrowthPath } from '../support/growth.js';
import { HelperProcess } from '../support/helper-process.js';
import { Platform } from '../support/platform.js';
import { addEndpoint, deliverWebhooks, fillDeliveries, type WebhookReceiver } from '../support/webhook-deliveries.js';

/** Deliveries for each second that a round is to take. */
const RATE = 4_000;

/** `webhooks` of an endpoint that has received nothing, and of one that has. */
export const webhooks: GrowthPath = {
  units: 'deliveries',
  async start(services, cleanup, { rows }) {
    const sink = cleanup.add(await HelperProcess.start('../support/webhook-sink-process.js', import.meta.url));
    const port = await sink.ask<number>('listen');
    const platform = cleanup.add(await Platform.prepare(services));
    const issuer = cleanup.add(await SessionIssuer.start(services));
    const environment = { ...issuer.environment, OUTBOUND_ALLOW: `127.0.0.1:${port}` };
    const api = cleanup.add(await platform.start('api', environment));
    const receiver = async (): Promise<WebhookReceiver> => {
      const tenant = await platform.addTenant();
      const token = await issuer.session(tenant, 'admin');
      return { platform, sink, tenant, endpoint: await addEndpoint(api.port, token, `http://127.0.0.1:${port}/hooks`) };
    };
    const receivers = [await receiver(), await receiver()] as const;
    await fillDeliveries(receivers[1], rows);
    cleanup.add(await platform.start('worker', environment));
    return {
      admin: platform.admin,
      async measure(tenant, forSeconds) {
        const units = RATE * forSeconds;
        return { units, seconds: units / (await deliverWebhooks(receivers[tenant], units)) };
      },
    };
  },
};
