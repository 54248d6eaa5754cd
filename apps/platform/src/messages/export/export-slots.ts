import { Injectable } from '@nestjs/common';
import { RunningSlots } from '#libs/core/limits';

const PER_TENANT = 2;

/**
 * Limits how many exports of messages run at a time. They take no connection of the database while a client reads, so many of
 * all tenants may; each has some megabytes in memory.
 */
@Injectable()
export class ExportSlots extends RunningSlots {
  constructor() {
    super({
      perTenant: PER_TENANT,
      ofTenantMessage: `At most ${PER_TENANT} exports of your account run at a time. Try again when one has ended`,
      inAll: 100,
      inAllMessage: 'The server runs as many exports of other accounts as it can. Try again later',
    });
  }
}
