import { generateDkimKeyPair } from '#libs/mail/email';
import { fillMailboxes } from '../support/full-mailbox.js';
import type { GrowthPath } from '../support/growth.js';
import { HelperProcess } from '../support/helper-process.js';
import { LoadGenerator } from '../support/load.js';
import { MailApp } from '../support/mail-app.js';
import { mailLoad, startPlans } from '../support/mail-sending.js';

/** `mail-send` of a mailbox without messages, and of one with all of them. */
export const mailSend: GrowthPath = {
  units: 'messages',
  async start(services, cleanup, { rows, connections }) {
    const sink = cleanup.add(await HelperProcess.start('../support/smtp-sink-process.js', import.meta.url));
    const mail = cleanup.add(await MailApp.prepare(services, `smtp://127.0.0.1:${await sink.ask<number>('listen')}`));
    const tenants = [await mail.addTenant(), await mail.addTenant()] as const;
    const { privateKeyPem } = await generateDkimKeyPair('rsa-2048');
    for (const tenant of tenants) await mail.addDkimKey(tenant, 'rsa-2048', privateKeyPem);
    await fillMailboxes(mail, tenants[1], [tenants[1].mailboxId], rows);
    const app = await mail.start({ ROLE: 'all', PLATFORM_URL: cleanup.add(await startPlans()).url });
    cleanup.add(app);
    const generator = cleanup.add(await LoadGenerator.start());
    let accepted = 0;
    return {
      admin: mail.admin,
      async measure(tenant, forSeconds) {
        const load = { ...mailLoad(tenants[tenant]), port: app.port, connections, seconds: forSeconds };
        const { requests, perSecond } = await generator.run(load);
        accepted += requests;
        return { units: requests, seconds: requests / perSecond };
      },
      async check() {
        const arrived = await sink.ask<number>('messages');
        if (arrived !== accepted) throw new Error(`${accepted} were accepted, ${arrived} arrived`);
      },
    };
  },
};
