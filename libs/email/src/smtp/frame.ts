import { Buffer } from 'node:buffer';
import { surveyLines, withCrlfLines } from '../line-endings.js';

const LF = 0x0a;
const DOT = 0x2e;
const CRLF = '\r\n';
/** Ends a message whose last line is complete. */
export const FINAL_DOT = '.\r\n';

/**
 * The message as DATA transports it: only CRLF line breaks, lines that begin with a dot given a second one (RFC 5321
 * section 4.5.2), its last line complete; and behind it, in the same buffer and so in the same write, the trailer.
 */
export function frameMessage(message: Buffer, trailer: string): Buffer {
  const survey = surveyLines(message);
  const lines = withCrlfLines(message, survey);
  const complete = lines.length === 0 || lines[lines.length - 1] === LF;
  const tail = complete ? trailer : CRLF + trailer;
  const size = lines.length + survey.dots;
  const frame = Buffer.allocUnsafe(size + Buffer.byteLength(tail));
  // Bare breaks may have hidden lines that begin with a dot.
  if (survey.bareBreaks) return frameMessage(lines, trailer);
  if (survey.dots === 0) lines.copy(frame);
  else copyStuffed(lines, frame);
  frame.write(tail, size);
  return frame;
}

function copyStuffed(lines: Buffer, frame: Buffer): void {
  let to = 0;
  let from = 0;
  for (let dot = nextDot(lines, 0); dot >= 0; dot = nextDot(lines, dot + 1)) {
    to += lines.copy(frame, to, from, dot);
    frame[to++] = DOT;
    from = dot;
  }
  lines.copy(frame, to, from);
}

/** The next dot at or behind `from` that begins a line. */
function nextDot(lines: Buffer, from: number): number {
  if (from === 0 && lines[0] === DOT) return 0;
  const found = lines.indexOf('\n.', Math.max(from - 1, 0), 'latin1');
  return found < 0 ? -1 : found + 1;
}
