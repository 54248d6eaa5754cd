import { Injectable } from '@nestjs/common';
import { RunningSlots } from '#libs/limits';

/** One export of an account runs at a time, and few of all. */
@Injectable()
export class AccountExportSlots extends RunningSlots {
  constructor() {
    super({
      perTenant: 1,
      inAll: 4,
      message: 'An export of this account is running, or too many others are. Try again later',
    });
  }
}
