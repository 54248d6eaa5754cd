import { generateDkimKeyPair } from '#libs/mail/email';
import { fillPlatform } from '../support/full-platform.js';
import type { GrowthPath } from '../support/growth.js';
import { HelperProcess } from '../support/helper-process.js';
import { deliverFromOutbox } from '../support/outbox-delivery.js';
import { Platform } from '../support/platform.js';

const SMTP_CONNECTIONS = '10';
/** E-mails for each second that a round is to take. */
const RATE = 1_000;

/** `deliver` of a tenant that has sent nothing, and of one that has. */
export const deliver: GrowthPath = {
  units: 'e-mails',
  async start(services, cleanup, { rows }) {
    const sink = cleanup.add(await HelperProcess.start('../support/smtp-sink-process.js', import.meta.url));
    const sinkUrl = `smtp://127.0.0.1:${await sink.ask<number>('listen')}`;
    const platform = cleanup.add(await Platform.prepare(services, sinkUrl));
    const tenants = [await platform.addTenant(), await platform.addTenant()] as const;
    const { privateKeyPem } = await generateDkimKeyPair('rsa-2048');
    for (const tenant of tenants) await platform.addDkimKey(tenant, 'rsa-2048', privateKeyPem);
    await fillPlatform(platform, tenants[1], rows);
    cleanup.add(await platform.start('worker', { SMTP_CONNECTIONS }));
    return {
      admin: platform.admin,
      async measure(tenant, forSeconds) {
        const units = RATE * forSeconds;
        return {
          units,
          seconds:
            units /
            (await deliverFromOutbox(
              { platform, sink, tenant: tenants[tenant], counts: `e-mails of the ${tenant} tenant` },
              units,
            )),
        };
      },
    };
  },
};
