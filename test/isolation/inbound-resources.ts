import { randomInt } from 'node:crypto';
import { newId } from '#libs/core/persistence';
import { addFile, storeReceivedEmail } from '../support/received-email.js';
import { createdId } from './created-id.js';
import type { AppResources, Holdings } from './resources.js';

/** A route at the account's own domain; each has a recipient of its own. */
export const routeOf = ({ owner }: Holdings) => ({ Domain: `${owner.slug}.test`, Recipient: `r${randomInt(1e9)}` });

/** The ids of received e-mail and texts. */
export const INBOUND_RESOURCES: AppResources['at'] = {
  '/api/inbound/routes': {
    create: async (own) =>
      createdId(await own.session.post('/api/inbound/routes', routeOf(own)), ({ Route }) => Route.Id),
    unknown: () => newId('irt'),
  },
  '/api/inbound/emails': {
    create: ({ every, tenantId, owner }) => storeReceivedEmail(every.platform, tenantId, `x@${owner.slug}.test`),
    unknown: () => newId('inb'),
  },
  '/api/inbound/emails/{id}/attachments': {
    create: async (own) => {
      const index = randomInt(1, 90_000);
      await addFile(own.every.platform, own.tenantId, await own.at('/api/inbound/emails'), index);
      return String(index);
    },
    unknown: () => '99999',
  },
  '/api/sms/inbound': {
    create: async ({ session }) => {
      const text = { From: '+15005550100', To: '+5511912345678', Body: 'Where is my order?' };
      return createdId(await session.post('/api/sms/inbound', text), ({ InboundId }) => InboundId);
    },
    unknown: () => newId('itx'),
  },
};
