import { Injectable } from '@nestjs/common';

/** The messages that clients are sending to this process. */
@Injectable()
export class ArrivingMessages {
  /** How many have been begun and are not answered yet. Replaced by the listener once it listens. */
  count: () => number = () => 0;
}
