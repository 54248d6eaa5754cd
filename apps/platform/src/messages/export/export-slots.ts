import { Injectable } from '@nestjs/common';
import { RunningSlots } from '#libs/limits';

const PER_TENANT = 2;

/** Limits how many exports of messages run at a time: each takes two connections of the database. */
@Injectable()
export class ExportSlots extends RunningSlots {
  constructor() {
    const message = `At most ${PER_TENANT} exports of an account run at a time. Try again later`;
    super({ perTenant: PER_TENANT, inAll: 4, message });
  }
}
