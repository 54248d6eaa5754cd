import { Buffer } from 'node:buffer';
import { surveyLines, withCrlfLines } from '../line-endings.js';

const LF = 0x0a;
const DOT = 0x2e;
const CRLF = '\r\n';
/** The end of a message, after a complete last line. */
export const FINAL_DOT = '.\r\n';

/**
 * The message in the form of DATA: line breaks as CRLF, dots at line starts doubled (RFC 5321 section 4.5.2), the last line
 * complete. The trailer follows in the same buffer, so that both are sent in one write.
 */
export function frameMessage(message: Buffer, trailer: string): Buffer {
  const survey = surveyLines(message);
  const lines = withCrlfLines(message, survey);
  const complete = lines.length === 0 || lines[lines.length - 1] === LF;
  const tail = complete ? trailer : CRLF + trailer;
  const size = lines.length + survey.dots;
  const frame = Buffer.allocUnsafe(size + Buffer.byteLength(tail));
  // Lines after bare breaks may begin with a dot, which the survey did not count.
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

/** Index of the next dot at the start of a line, from `from` on; -1 if there is none. */
function nextDot(lines: Buffer, from: number): number {
  if (from === 0 && lines[0] === DOT) return 0;
  const found = lines.indexOf('\n.', Math.max(from - 1, 0), 'latin1');
  return found < 0 ? -1 : found + 1;
}
