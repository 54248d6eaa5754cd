import { Injectable } from '@nestjs/common';

/** The messages that clients are sending to this process. */
@Injectable()
export class ArrivingMessages {
  /** Counts messages that have begun and are not answered yet. The listener replaces it once it listens. */
  count: () => number = () => 0;
}
