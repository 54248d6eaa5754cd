import { Injectable } from '@nestjs/common';
import { In, type EntityManager } from 'typeorm';
import { CredentialReader } from '#libs/core/auth';
import { parseMailbox } from '#libs/mail/email';
import { plainName } from '#libs/messaging/notices';
import { Database, type TenantId } from '#libs/core/persistence';
import { BrandRepository } from '../brand/brand.repository.js';
import { emailKey } from '../contacts/contact.js';
import { CrmConsent } from '../crm-events/crm-consent.entity.js';
import { canBeSuppressed, type KnownMessage } from '../feedback/known-message.js';
import { KnownMessageRepository } from '../feedback/known-message.repository.js';
import type { MessageRef } from '../feedback/return-paths/return-path.js';
import { RecipientNotices } from '../suppressions/recipient-notices/recipient-notices.js';
import { ErasedAddresses } from '../suppressions/erased-addresses.js';
import { Suppression } from '../suppressions/suppression.entity.js';
import { EVERYTHING, NO_TOPIC, NOT_TRANSACTIONAL, type SuppressionTopic } from '../suppressions/suppression.js';
import { SuppressionRepository } from '../suppressions/suppression.repository.js';
import { UnsubscribeService } from '../tracking/unsubscribe/unsubscribe.service.js';
import type { Choice, Preferences, Wish } from './preferences.js';
import { listChoices, listEveryTopic } from './preferences.sql.js';

/** Choices that recipients make for themselves behind the link of a mail. */
@Injectable()
export class PreferencesService {
  constructor(
    private readonly database: Database,
    private readonly messages: KnownMessageRepository,
    private readonly brands: BrandRepository,
    private readonly unsubscriptions: UnsubscribeService,
    private readonly suppressions: SuppressionRepository,
    private readonly credentials: CredentialReader,
    private readonly notices: RecipientNotices,
    private readonly erased: ErasedAddresses,
  ) {}

  /** Reads the choices of a recipient; null if the message does not exist. Changes nothing. */
  async open({ tenantId, messageId }: MessageRef): Promise<Preferences | null> {
    const name = await this.nameOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.find(tx, tenantId, messageId);
      return message && this.read(tx, tenantId, message, name);
    });
  }

  /** Does what the recipient wishes, as far as it is the recipient's to decide; idempotent. Null as with {@link open}. */
  async save({ tenantId, messageId }: MessageRef, wish: Wish): Promise<Preferences | null> {
    const name = await this.nameOf(tenantId);
    return this.database.tenant(tenantId, async (tx) => {
      const message = await this.messages.lockForUpdate(tx, tenantId, messageId);
      if (!message) return null;
      await this.suppressions.lockByAddress(tx, tenantId, message.recipient);
      const before = await this.read(tx, tenantId, message, name);
      if (before.isHeld || !canBeSuppressed(message)) return before;
      if (wish === 'nothing')
        await this.unsubscriptions.record(tx, tenantId, message, [NOT_TRANSACTIONAL], 'preferences');
      else await this.choose(tx, tenantId, message, before, wish);
      return this.read(tx, tenantId, message, name);
    });
  }

  /** Acts on the choices that were shown: one that came up since is not one that the recipient left out. */
  private async choose(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    { choices, isOff }: Preferences,
    { shown, wanted }: Exclude<Wish, 'nothing'>,
  ): Promise<void> {
    const answered = choices.filter(({ id }) => shown.has(id));
    const back = answered.filter(({ id }) => wanted.has(id)).map(({ id }) => id);
    if (back.length > 0) {
      await this.suppressions.deleteUnwanted(tx, tenantId, message.recipient, back);
      if (isOff) await this.narrow(tx, tenantId, message, choices, back);
    }
    const left = answered.filter(({ id, isOn }) => !wanted.has(id) && isOn).map(({ id }) => id);
    if (left.length > 0) await this.unsubscriptions.record(tx, tenantId, message, left, 'preferences');
    const isBack = answered.some(({ id, isOn }) => wanted.has(id) && !isOn);
    if (isBack) await this.notices.sendReturn(tx, tenantId, message.recipient, 'preferences');
  }

  /** Holds all the rest back for a recipient who wanted nothing and wants a part back. */
  private async narrow(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    choices: readonly Choice[],
    back: readonly SuppressionTopic[],
  ): Promise<void> {
    const every = await listEveryTopic(tx, tenantId, emailKey(message.recipient));
    const rest = new Set([...every, ...choices.map(({ id }) => id)]);
    for (const topic of back) rest.delete(topic);
    await this.unsubscriptions.suppress(tx, tenantId, message, [...rest]);
    const wide = In([EVERYTHING, NOT_TRANSACTIONAL]);
    await tx.delete(Suppression, { ...ownEntries(tenantId, message.recipient), topic: wide });
  }

  private async read(
    tx: EntityManager,
    tenantId: TenantId,
    message: KnownMessage,
    accountName: string,
  ): Promise<Preferences> {
    const address = emailKey(message.recipient);
    const entries = await tx.findBy(Suppression, {
      tenantId,
      address: In(this.erased.formsOf(tenantId, address)),
      sender: '',
      topic: In([EVERYTHING, NOT_TRANSACTIONAL, NO_TOPIC]),
    });
    const wide = entries.filter(({ topic }) => topic !== NO_TOPIC);
    const other: Choice = { id: NO_TOPIC, name: null, description: null, isOn: entries.length === wide.length };
    const isWithdrawn = wide.length > 0 && (await tx.existsBy(CrmConsent, { tenantId, address, suppressed: true }));
    const choices = [...(await listChoices(tx, tenantId, address, message.topic)), other];
    const brand = await this.brands.find(tx, tenantId);
    const mailbox = parseMailbox(message.sender);
    return {
      sender: plainName(brand?.name ?? accountName) || (mailbox?.name ?? mailbox?.address ?? message.sender),
      address: message.recipient,
      color: brand?.color ?? null,
      choices: choices.map((choice) => ({ ...choice, isOn: choice.isOn && wide.length === 0 })),
      isOff: wide.length > 0,
      isHeld: isWithdrawn || wide.some((entry) => !isOwn(entry)),
    };
  }

  /** The page does not wait for identity: it can do without the name. */
  private async nameOf(tenantId: TenantId): Promise<string> {
    const tenant = await this.credentials.read('tenant', tenantId).catch(() => null);
    return tenant?.name ?? '';
  }
}

/** Entries that the recipient itself made: by a link, or a report that says so. */
const OWN = { reason: 'unsubscribe', sources: ['link', 'report'] } as const;

const isOwn = ({ reason, source }: Suppression): boolean =>
  reason === OWN.reason && (OWN.sources as readonly string[]).includes(source);

const ownEntries = (tenantId: TenantId, recipient: string) => ({
  tenantId,
  address: emailKey(recipient),
  sender: '',
  reason: OWN.reason,
  source: In([...OWN.sources]),
});
