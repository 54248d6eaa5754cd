import { Injectable } from '@nestjs/common';
import type { ConsentNotice } from '#libs/events';
import type { SqlExecutor, TenantId } from '#libs/persistence';
import type { KnownIdentifier } from '../contacts/contact-record.js';
import type { IdentifierKind } from '../contacts/identifiers.js';
import type { TenantCipher } from '../keys/tenant-cipher.js';
import { type IndexedAddress, listCurrentConsent, listWithdrawnElsewhere } from './consent.sql.js';
import { ConsentNotices } from './consent-notices.js';

/** The channel that an address is for. */
const CHANNELS = { email: 'email', phone: 'sms' } as const satisfies Record<IdentifierKind, ConsentNotice['channel']>;

type Address = Pick<KnownIdentifier, 'kind' | 'value'>;

/** The addresses of a contact before and after a change. */
export interface AddressChange {
  contactId: string;
  before: readonly Address[];
  after: readonly Address[];
}

/** Keeps Platform's suppressions true when addresses come to a contact or leave it. */
@Injectable()
export class AddressConsents {
  constructor(private readonly notices: ConsentNotices) {}

  /**
   * Tells Platform of addresses that contacts got or lost, after the transaction has written them and the contacts' consents.
   * One that came to a contact who withdrew its channel is suppressed. One that left such a contact is released, unless
   * a deleted contact has it that withdrew the channel, too. One read if no such contact is among them.
   */
  async follow(
    tx: SqlExecutor,
    cipher: TenantCipher,
    tenantId: TenantId,
    changes: readonly AddressChange[],
  ): Promise<void> {
    const moved = changes
      .map(({ contactId, before, after }) => ({
        contactId,
        gained: without(after, before),
        lost: without(before, after),
      }))
      .filter(({ gained, lost }) => gained.length + lost.length > 0);
    if (moved.length === 0) return;
    const contactIds = moved.map(({ contactId }) => contactId);
    const current = await listCurrentConsent(tx, tenantId, contactIds);
    const withdrawn = new Set(
      current.flatMap(({ contactId, channel, granted }) => (granted ? [] : `${contactId} ${channel}`)),
    );
    const ofWithdrawn = (of: 'gained' | 'lost') =>
      moved.flatMap((one) => one[of].filter(({ kind }) => withdrawn.has(`${one.contactId} ${CHANNELS[kind]}`)));
    const suppressed = ofWithdrawn('gained');
    const left = without(ofWithdrawn('lost'), suppressed);
    const released = await this.withoutWithdrawnElsewhere(tx, cipher, tenantId, left, contactIds);
    await this.notices.send(tx, tenantId, [
      ...released.map((one) => toNotice(one, false)),
      ...suppressed.map((one) => toNotice(one, true)),
    ]);
  }

  private async withoutWithdrawnElsewhere(
    tx: SqlExecutor,
    cipher: TenantCipher,
    tenantId: TenantId,
    addresses: readonly Address[],
    contactIds: readonly string[],
  ): Promise<Address[]> {
    if (addresses.length === 0) return [];
    const indexed = addresses.map(({ kind, value }): IndexedAddress => {
      return { kind, channel: CHANNELS[kind], blindIndex: cipher.indexOf(kind, value) };
    });
    const kept = new Set(await listWithdrawnElsewhere(tx, tenantId, indexed, contactIds));
    return addresses.filter((_, index) => !kept.has(index));
  }
}

const toNotice = ({ kind, value }: Address, suppressed: boolean): ConsentNotice => {
  return { channel: CHANNELS[kind], address: value, suppressed };
};

/** As they are written: Platform compares addresses by that, and not by the mailbox that they reach. */
function without(some: readonly Address[], others: readonly Address[]): Address[] {
  return some.filter((one) => !others.some(({ kind, value }) => kind === one.kind && value === one.value));
}
