import { Buffer } from 'node:buffer';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** What one pass over a message finds out about its bytes. */
export interface LineSurvey {
  /** A CR or LF stands alone, which RFC 5321 section 2.3.8 forbids on the wire. */
  bareBreaks: boolean;
  /** Lines that begin with a dot. */
  dots: number;
}

/** Looks at each byte once; a message of a few kilobytes takes microseconds. */
export function surveyLines(message: Buffer): LineSurvey {
  let bareBreaks = false;
  let dots = message[0] === DOT ? 1 : 0;
  const end = message.length;
  for (let at = message.indexOf(LF); at >= 0; at = message.indexOf(LF, at + 1)) {
    if (at === 0 || message[at - 1] !== CR) bareBreaks = true;
    if (at + 1 < end && message[at + 1] === DOT) dots++;
  }
  return { bareBreaks: bareBreaks || hasBareCr(message), dots };
}

function hasBareCr(message: Buffer): boolean {
  for (let at = message.indexOf(CR); at >= 0; at = message.indexOf(CR, at + 2)) {
    if (message[at + 1] !== LF) return true;
  }
  return false;
}

/**
 * The message with every line break as CRLF; the same buffer when it already is. A bare CR or LF that some server took for a
 * line break and the next one did not is how a second message is smuggled into the first.
 */
export function withCrlfLines(message: Buffer, survey: LineSurvey = surveyLines(message)): Buffer {
  if (!survey.bareBreaks) return message;
  return Buffer.from(message.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');
}
