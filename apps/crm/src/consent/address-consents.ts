import { Injectable } from '@nestjs/common';
import type { ConsentNotice } from '#libs/core/app-events';
import type { SqlExecutor, TenantId } from '#libs/core/persistence';
import { type IdentifierKind, indexedForm, type KnownIdentifier } from '../identifiers/identifiers.js';
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
    const indexed = addresses.flatMap((address) =>
      cipher.indexesOf(address.kind, address.value).map((blindIndex) => ({ address, blindIndex })),
    );
    const asked = indexed.map(({ address: { kind }, blindIndex }): IndexedAddress => {
      return { kind, channel: CHANNELS[kind], blindIndex };
    });
    const withdrawn = await listWithdrawnElsewhere(tx, tenantId, asked, contactIds);
    const kept = new Set(withdrawn.map((index) => indexed[index]!.address));
    return addresses.filter((address) => !kept.has(address));
  }
}

const toNotice = ({ kind, value }: Address, suppressed: boolean): ConsentNotice => {
  return { channel: CHANNELS[kind], address: value, suppressed };
};

/** E-mail addresses as they are written: Platform compares them by that, and not by the mailbox that they reach. */
function without(some: readonly Address[], others: readonly Address[]): Address[] {
  return some.filter((one) => !others.some((other) => isSame(one, other)));
}

/** A number is one with its ninth digit and without; Platform is told of both. */
const isSame = (one: Address, other: Address): boolean =>
  one.kind === other.kind && comparedForm(one) === comparedForm(other);

const comparedForm = ({ kind, value }: Address): string => (kind === 'phone' ? indexedForm(kind, value) : value);
