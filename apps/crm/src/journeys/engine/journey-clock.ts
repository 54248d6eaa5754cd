import { Injectable } from '@nestjs/common';

/** Time by which journeys go. Tests put another in its place, so that a year passes in a second. */
@Injectable()
export class JourneyClock {
  now(): Date {
    return new Date();
  }
}
