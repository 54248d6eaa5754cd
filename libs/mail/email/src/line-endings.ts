import { Buffer } from 'node:buffer';

const LF = 0x0a;
const CR = 0x0d;
const DOT = 0x2e;

/** Facts about the lines of a message, found in one pass. */
export interface LineSurvey {
  /** Whether there is a CR or LF alone, which RFC 5321 section 2.3.8 forbids in transport. */
  bareBreaks: boolean;
  /** Lines that begin with a dot. */
  dots: number;
}

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
 * The message with every line break as CRLF; the same buffer if it already is. Prevents SMTP smuggling: servers that
 * disagree on whether a bare CR or LF ends a line can be made to see a second message inside the first.
 */
export function withCrlfLines(message: Buffer, survey: LineSurvey = surveyLines(message)): Buffer {
  if (!survey.bareBreaks) return message;
  return Buffer.from(message.toString('latin1').replace(/\r\n|\r|\n/g, '\r\n'), 'latin1');
}
