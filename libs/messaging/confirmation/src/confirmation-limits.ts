import { type Window, type WindowLimit, WindowLimits } from '#libs/core/limits';
import { sha256Hex } from '#libs/core/secrets';
import type { TenantId } from '#libs/core/persistence';

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** Mails to one address that one asker causes in a day, and that all askers of all tenants cause. */
const TO_ADDRESS_BY_ASKER = { times: 3, seconds: DAY };
const TO_ADDRESS = { times: 6, seconds: DAY };
const BY_TENANT = { times: 1_000, seconds: HOUR };

/** Recipient of a mail, and what asks for it, such as a list or a form. */
export interface ConfirmationAddressee {
  tenantId: TenantId;
  askerId: string;
  email: string;
}

interface LimitsOptions {
  redisUrl: string;
  /** App that counts, and the name of what asks, in the keys of Redis. */
  app: string;
  asker: string;
  /** Mails that one asker causes in an hour; as many as its tenant if absent. */
  askerPerHour?: number;
}

/** Limits the mail to addresses whose owners have not agreed to anything yet, and which may be those of strangers. */
export class ConfirmationLimits extends WindowLimits {
  private readonly byAsker: WindowLimit | undefined;
  private readonly byTenant: WindowLimit;
  private readonly toAddress: WindowLimit;
  private readonly toAddressByAsker: WindowLimit;

  constructor({ redisUrl, app, asker, askerPerHour }: LimitsOptions) {
    super(redisUrl);
    const limit = (name: string, window: Omit<Window, 'name'>): WindowLimit =>
      this.limit({ name: `${app}:confirm-${name}`, ...window });
    this.byAsker = askerPerHour === undefined ? undefined : limit(asker, { times: askerPerHour, seconds: HOUR });
    this.byTenant = limit('tenant', BY_TENANT);
    this.toAddress = limit('address', TO_ADDRESS);
    this.toAddressByAsker = limit(`${asker}-address`, TO_ADDRESS_BY_ASKER);
  }

  /** Counts a mail of an asker. Returns 0, or how long it has to wait (milliseconds). */
  async consumeAsker({ askerId, tenantId }: ConfirmationAddressee): Promise<number> {
    return (await this.byAsker?.consume(askerId)) || this.byTenant.consume(tenantId);
  }

  /** Counts a mail to an address. Returns whether it may be sent. */
  async consumeAddress({ askerId, email }: ConfirmationAddressee): Promise<boolean> {
    const address = sha256Hex(email.trim().toLowerCase().normalize('NFC'));
    return (
      (await this.toAddressByAsker.consume(`${askerId} ${address}`)) === 0 &&
      (await this.toAddress.consume(address)) === 0
    );
  }
}
