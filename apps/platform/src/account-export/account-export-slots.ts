import { Injectable } from '@nestjs/common';
import { RunningSlots } from '#libs/core/limits';

/** One export of an account runs at a time, and few of all. */
@Injectable()
export class AccountExportSlots extends RunningSlots {
  constructor() {
    super({
      perTenant: 1,
      ofTenantMessage: 'An export of your account is running. Try again when it has ended',
      inAll: 4,
      inAllMessage: 'The server runs as many exports of other accounts as it can. Try again later',
    });
  }
}
