import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { invalidField, Problem } from '#libs/core/http';
import { Outbox } from '#libs/core/jobs';
import { Database, newId, type TenantId } from '#libs/core/persistence';
import { constantTimeEquals, SecretBox } from '#libs/core/secrets';
import { PlatformConfig } from '../../config.js';
import { assertVerifiedUser, type Sender } from '../../sending/sender.js';
import { countNotice } from '../../sending/notices.sql.js';
import { Quotas } from '../../sending/quotas.js';
import { SmsPolicyCache } from '../policy/sms-policy-cache.js';
import { SmsRecipients } from '../policy/sms-recipients.js';
import { SmsCarriers } from '../sms-carriers.js';
import { countCode } from './sender-codes.sql.js';
import { alreadyConfirmed, wrongCode } from './sender-problems.js';
import type { SmsSender } from './sms-sender.entity.js';
import { SmsSenderRepository } from './sms-sender.repository.js';
import { SmsSendersService } from './sms-senders.service.js';

/** The purpose under which a code is sealed, and that of the MAC of its number. */
const PURPOSE = 'sms.sender-code';

const CODE_TTL_MS = 600_000;
const MAX_TRIES = 5;
/** Codes to one number by all accounts together, so that several of them cannot flood a telephone. */
const CODES_PER_NUMBER = 3;
const CODES_PER_TENANT = 10;
/** The subject of the count of all codes; no MAC and no id of a tenant. */
const INSTALLATION = 'installation';
const DAY_SECONDS = 86_400;

/** A code that is on its way to its number. */
export interface SentCode {
  expiresAt: Date;
  /** The code itself, where no carrier is set up to text it; never in production. */
  code: string | null;
}

/** Codes that are texted to a number, and show that the tenant has it. */
@Injectable()
export class SenderCodes {
  constructor(
    private readonly database: Database,
    private readonly service: SmsSendersService,
    private readonly senders: SmsSenderRepository,
    private readonly carriers: SmsCarriers,
    private readonly policies: SmsPolicyCache,
    private readonly recipients: SmsRecipients,
    private readonly quotas: Quotas,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly config: PlatformConfig,
  ) {}

  /**
   * Texts a new code, which replaces the one before. The operator pays for it before anything is proved: it counts
   * towards the quota and the day of the tenant, and goes where the tenant sends.
   * @throws Problem NotFound, Conflict if it is confirmed, InvalidParameter for a name and for a number that gets none,
   * PermissionDenied for a user without a verified address, PlanLimitExceeded, QuotaExceeded, NotInstalled, Throttling
   */
  async send({ tenantId, id, ...sender }: SmsSender, tenant: Sender['tenant']): Promise<SentCode> {
    if (sender.kind !== 'number') throw invalidField('InvalidParameter', 'Value', 'is a name: an operator confirms it');
    if (sender.confirmedAt) throw alreadyConfirmed();
    const isTexted = this.carriers.for('live') !== undefined;
    if (!isTexted && this.config.isProduction) throw new Problem('NotInstalled');
    if (isTexted) assertVerifiedUser();
    const whyNot = isTexted
      ? this.recipients.whyNoCode(sender.value, await this.policies.get(tenantId))
      : this.recipients.whyNeverTexted(sender.value);
    if (whyNot !== undefined) throw invalidField('InvalidParameter', 'Value', whyNot);
    const demand = {
      ...this.quotas.of({ tenant, environment: 'live' }, 'sms'),
      tenantId,
      channel: 'sms',
      messages: [{ id: newId('sms'), recipient: sender.value }],
      counted: true,
    } as const;
    await this.count(tenantId, sender.value);
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    const expiresAt = new Date(Date.now() + CODE_TTL_MS);
    await this.database.tenant(tenantId, async (tx) => {
      const locked = await this.service.lockForUpdate(tx, tenantId, id);
      if (locked.confirmedAt) throw alreadyConfirmed();
      if (isTexted) await countNotice(tx, demand);
      const sealed = this.secrets.seal(tenantId, PURPOSE, code);
      await this.senders.update(tx, locked, { code: sealed, codeExpiresAt: expiresAt, codeTries: 0 });
      if (isTexted) await this.outbox.enqueue(tx, 'sms.sender-code', [{ tenantId, payload: { senderId: id } }]);
    });
    return { expiresAt, code: isTexted ? null : code };
  }

  /**
   * Confirms a sender by its code. A wrong code counts as a try; after five, the code is no longer valid.
   * @throws Problem NotFound, Conflict if it is confirmed, InvalidParameter, AlreadyExists if another tenant has the number
   */
  async confirm({ tenantId, id }: SmsSender, given: string): Promise<SmsSender> {
    const confirmed = await this.service.change(tenantId, async (tx) => {
      const sender = await this.service.lockForUpdate(tx, tenantId, id);
      if (sender.confirmedAt) throw alreadyConfirmed();
      const code = this.openValid(sender);
      if (code === undefined) return undefined;
      if (constantTimeEquals(code, given)) return this.service.confirm(tx, sender, 'code');
      await this.senders.update(tx, sender, { codeTries: sender.codeTries + 1 });
      return undefined;
    });
    // Thrown here, because the try must be committed.
    if (!confirmed) throw wrongCode();
    return confirmed;
  }

  /** The code of a sender while it is valid; undefined otherwise. */
  openValid({ tenantId, code, codeExpiresAt, codeTries }: SmsSender): string | undefined {
    if (code === null || codeExpiresAt === null || codeTries >= MAX_TRIES) return undefined;
    return codeExpiresAt.getTime() > Date.now() ? this.secrets.open(tenantId, PURPOSE, code) : undefined;
  }

  /** @throws Problem Throttling */
  private async count(tenantId: TenantId, number: string): Promise<void> {
    const ofNumber = this.secrets.mac(PURPOSE, number).toString('hex');
    const allowed = await this.database.system(
      async (tx) =>
        (await countCode(tx, tenantId, CODES_PER_TENANT)) &&
        (await countCode(tx, ofNumber, CODES_PER_NUMBER)) &&
        (await countCode(tx, INSTALLATION, this.config.smsCodesPerDay)),
    );
    if (allowed) return;
    const headers = { 'Retry-After': String(DAY_SECONDS - Math.floor((Date.now() / 1_000) % DAY_SECONDS)) };
    const message = 'No more codes today for this number, this account or the installation';
    throw new Problem('Throttling', { message, headers });
  }
}
