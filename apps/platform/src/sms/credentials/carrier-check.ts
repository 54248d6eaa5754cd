import { Injectable } from '@nestjs/common';
import { invalidField, Problem } from '#libs/core/http';
import { Gate } from '#libs/core/outbound';
import { Database, type TenantId } from '#libs/core/persistence';
import { checkSmpp, SmsFailure } from '#libs/messaging/sms';
import { OwnSmsTransports } from '../own/own-sms-transports.js';
import { countCode } from '../senders/sender-codes.sql.js';
import type { CarrierCredential } from './sms-credential.js';

/** Limited, because each check is a connection to a host of the tenant's choice. */
const CHECKS_PER_TENANT = 100;
const CHECKS_AT_A_TIME = 10;
const WAIT_MS = 5_000;
const DAY_SECONDS = 86_400;

/** Tries a credential at its carrier before it is set: a bind, or the account by HTTP. Ends after ten seconds at most. */
@Injectable()
export class CarrierCheck {
  private readonly places = new Gate(CHECKS_AT_A_TIME);

  constructor(
    private readonly database: Database,
    private readonly transports: OwnSmsTransports,
  ) {}

  /** @throws Problem InvalidParameter naming what the carrier refuses, Throttling */
  async check(tenantId: TenantId, credential: CarrierCredential): Promise<void> {
    await this.count(tenantId);
    if (!(await this.places.acquire(WAIT_MS))) throw new Problem('ServiceUnavailable');
    try {
      await this.run(credential);
    } catch (error) {
      if (error instanceof SmsFailure) throw refused(credential, error);
      throw error;
    } finally {
      this.places.release();
    }
  }

  private async run(credential: CarrierCredential): Promise<void> {
    if (credential.kind === 'smpp') return checkSmpp(this.transports.smppOptions(credential));
    const transport = this.transports.http(credential);
    try {
      await transport.check();
    } finally {
      void transport.close();
    }
  }

  private async count(tenantId: TenantId): Promise<void> {
    const subject = `carrier checks of ${tenantId}`;
    if (await this.database.system((tx) => countCode(tx, subject, CHECKS_PER_TENANT))) return;
    const headers = { 'Retry-After': String(DAY_SECONDS - Math.floor((Date.now() / 1_000) % DAY_SECONDS)) };
    throw new Problem('Throttling', { message: 'No more carriers are tried today for this account', headers });
  }
}

const FIELDS = {
  twilio: { secret: 'AuthToken', address: 'BaseUrl' },
  smpp: { secret: 'Password', address: 'Host' },
} as const;

function refused({ kind }: CarrierCredential, { refusesCredentials, reason }: SmsFailure): Problem {
  const fields = FIELDS[kind];
  if (refusesCredentials) return invalidField('InvalidParameter', fields.secret, `is refused: ${reason}`);
  return invalidField('InvalidParameter', fields.address, `does not lead to a carrier that accepts it: ${reason}`);
}
