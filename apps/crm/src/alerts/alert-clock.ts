import { Injectable } from '@nestjs/common';

/** The time by which alerts are evaluated; tests have one of their own. */
@Injectable()
export class AlertClock {
  now(): Date {
    return new Date();
  }
}
